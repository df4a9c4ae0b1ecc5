import { expect, it } from 'vitest';
import { checkBooking, checkPages, checkProgram, checkTypedClaims, checkWords, readRules } from './copy.ts';

const read = readRules(`
spellings: { email: e-mail, start-up: startup }
banned: [unlock, in today’s world]
translated: [anew]
booking: [Schedule a Meeting, Book a Meeting]
titles: { most: 20 }
`);
const rules = { ...read, descriptions: { least: 5, most: 30 } };
const words = (text: string) => checkWords('content/some.yaml', text, rules);

it('reports a wrong spelling with its file and line', () => {
  expect(words('title: A title\nlead: Your Email, please')).toEqual([
    'content/some.yaml:2: ‘Email’; we write ‘e-mail’.',
  ]);
  expect(words('We help a start-up grow')).toHaveLength(1);
});

it('finds banned words in any case', () => {
  expect(words('Unlock it anew. In today’s world, all is well.')).toHaveLength(3);
});

it('ignores names of fields, tokens, addresses, comments and longer words', () => {
  const text = [
    'email: E-mail',
    '  - email: yes',
    '{form.email} and me@email.test, see https://x.test/unlock/email or [here](/start-up)',
    '# email is written without a hyphen in the code.',
    'unlocked emailing e-mail',
  ];
  expect(words(text.join('\n'))).toEqual([]);
});

const page = (title: string, description: string, main = '') => ({
  path: '/some',
  html: `<title>${title}</title><meta name="description" content="${description}"><main>${main}</main>`,
});
const pages = (...all: ReturnType<typeof page>[]) => checkPages(all, rules);

it('measures titles and descriptions without their HTML escapes', () => {
  expect(pages(page('A &amp; B &amp; C &amp; D &amp; E', 'long enough'))).toEqual([]);
  expect(pages(page('A title of more than twenty', 'long enough'))).toEqual([
    expect.stringContaining('27 characters'),
  ]);
  expect(pages(page('A title', 'tiny'))).toEqual([expect.stringContaining('4 characters; wanted: 5 to 30')]);
});

it('finds links with the same text that lead to different places', () => {
  const link = (href: string, label: string) => `<a class="x" href="${href}">${label}<svg><path/></svg></a>`;
  expect(pages(page('A', 'long enough', link('/a', 'More') + link('/b', '<b>More</b>')))).toEqual([
    '/some: ‘More’ leads to different places.',
  ]);
  const alike = link('/a', 'More') + link('/a', 'More');
  const mails = link('mailto:a@b.test?subject=one', 'Write') + link('mailto:a@b.test?subject=two', 'Write');
  expect(pages(page('A', 'long enough', alike + mails))).toEqual([]);
});

it('reads the headings of a document and the comments of settings', () => {
  expect(checkWords('docs/some.md', '# Unlock the door', rules)).toHaveLength(1);
  expect(checkWords('.env.example', '# To unlock it:\nA=1', rules)).toEqual([
    expect.stringMatching(/^\.env\.example:1: ‘unlock’/),
  ]);
});

it('checks the texts of a program, not its comments', () => {
  const program = [
    "const a = 'Unlock it';",
    '// Unlock the row first.',
    "const url = 'https://unlock.test'; // unlock",
    '/** To unlock',
    ' * is to wait. */',
    '<p>You unlock it.</p>',
  ];
  expect(checkProgram('src/some.tsx', program.join('\n'), rules)).toEqual([
    expect.stringMatching(/^src\/some\.tsx:1: ‘Unlock’/),
    expect.stringMatching(/^src\/some\.tsx:6: ‘unlock’/),
  ]);
});

it('finds typed claims, also across a line break, except those of one word', () => {
  const claims = [
    { id: 'answer-time', wording: 'two working days' },
    { id: 'network', wording: 'network' },
  ];
  const text =
    'a: 1\nanswer: >-\n  A network answers within two\n  working days.\nb: within {claim.answer-time}';
  expect(checkTypedClaims('content/some.yaml', text, claims)).toEqual([
    'content/some.yaml:3: ‘two working days’ is a claim; write {claim.answer-time}.',
  ]);
});

it('allows only the listed texts for links to the booking page', () => {
  const link = (label: string) => `<a class="x" href="https://book.test/a">${label}</a>`;
  const booking = (...labels: string[]) =>
    checkBooking({ path: '/some', html: labels.map(link).join('') }, 'https://book.test/a', rules);
  const title = '<span>First call</span><span>Book a Meeting<span> (opens in a new tab)</span></span>';
  expect(booking('Schedule a Meeting', title)).toEqual([]);
  expect(booking('Open the calendar')).toEqual([
    '/some: ‘Open the calendar’ leads to the booking page; we write ‘Schedule a Meeting’.',
  ]);
});

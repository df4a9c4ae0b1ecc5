import { expect, it } from 'vitest';
import { checkPages, checkWords, readRules } from './copy.ts';

const read = readRules(`
spellings: { email: e-mail, start-up: startup }
banned: [unlock, in today’s world]
titles: { most: 20 }
`);
const rules = { ...read, descriptions: { least: 5, most: 30 } };
const words = (text: string) => checkWords('content/some.yaml', text, rules);

it('names the file and the line of a spelling that is not ours', () => {
  expect(words('title: A title\nlead: Your Email, please')).toEqual([
    'content/some.yaml:2: ‘Email’; we write ‘e-mail’.',
  ]);
  expect(words('We help a start-up grow')).toHaveLength(1);
});

it('finds words that we do not use, however they are written', () => {
  expect(words('Unlock it. In today’s world, all is well.')).toHaveLength(2);
});

it('leaves alone names of fields, tokens, addresses, comments and longer words', () => {
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

it('measures titles and descriptions as they are read', () => {
  expect(pages(page('A &amp; B &amp; C &amp; D &amp; E', 'long enough'))).toEqual([]);
  expect(pages(page('A title of more than twenty', 'long enough'))).toEqual([
    expect.stringContaining('27 characters'),
  ]);
  expect(pages(page('A title', 'tiny'))).toEqual([expect.stringContaining('4 characters; wanted: 5 to 30')]);
});

it('finds links that read alike and lead elsewhere', () => {
  const link = (href: string, label: string) => `<a class="x" href="${href}">${label}<svg><path/></svg></a>`;
  expect(pages(page('A', 'long enough', link('/a', 'More') + link('/b', '<b>More</b>')))).toEqual([
    '/some: ‘More’ leads to different places.',
  ]);
  const alike = link('/a', 'More') + link('/a', 'More');
  const mails = link('mailto:a@b.test?subject=one', 'Write') + link('mailto:a@b.test?subject=two', 'Write');
  expect(pages(page('A', 'long enough', alike + mails))).toEqual([]);
});

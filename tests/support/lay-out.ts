import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { parse, stringify } from 'yaml';
import { addArticles } from './generated-articles.ts';
import { copyProject, type ProjectCopy } from './project-copy.ts';

const FIXTURE = 'tests/other-firm';
const ARTICLES = 60;

/** The project in a folder of its own, with the fixture's content in place of the owner's. */
export async function copyFixture(): Promise<ProjectCopy> {
  const copy = copyProject();
  await layOutFixture(copy);
  return copy;
}

/** A firm that differs from the shipped one in everything, with one more field in its form. */
export async function layOutOther(copy: ProjectCopy): Promise<void> {
  await layOutFixture(copy);
  copy.edit('src/lib/enquiry.ts', (text) =>
    text.replace(
      /( {2}message: \{ kind)/,
      "  phoneNumber: { kind: 'line', most: 40, autoComplete: 'tel' },\n$1",
    ),
  );
  copy.edit('content/pages/contact.yaml', (text) =>
    text.replace(/( {4}message: )/, '    phoneNumber: Telephone\n$1'),
  );
  const posts = join(copy.root, 'content/posts');
  const [article = ''] = readdirSync(posts).filter((name) => name.endsWith('.md'));
  const text = readFileSync(join(posts, article), 'utf8');
  for (const draft of ['never-to-be-seen.md', 'nor-is-this-one.md'])
    writeFileSync(join(posts, draft), text.replace('\n---\n', '\ndraft: true\n---\n'));
  addArticles(copy.root, ARTICLES);
  await addPhotographs(copy);
}

/** As they come from a phone: three in an article, one as a cover, one as a portrait. */
async function addPhotographs({ root, edit }: ProjectCopy): Promise<void> {
  const content = (name: string) => join(root, 'content', name);
  const first = content('posts/IMG 2041 (1).JPG');
  await Promise.all([photograph(first), photograph(content('posts/upright.jpg'), 6)]);
  for (const again of ['posts/third.jpg', 'posts/cover.jpg', 'people/portrait.jpg'])
    copyFileSync(first, content(again));
  const answering = readdirSync(content('people')).find((name) =>
    /^answers: true$/m.test(readFileSync(content(`people/${name}`), 'latin1')),
  );
  edit(`content/people/${answering}`, (text) => `${text.trimEnd()}\nportrait: portrait.jpg\n`);
  edit('content/posts/the-price-of-one-mug.md', (text) =>
    text.replace('\n---\n', '\ncover: cover.jpg\ncoverAlt: Boxes under a wide sky\n---\n'),
  );
  const words = 'Words that stand between two pictures, and say what is seen. '.repeat(45);
  const text = `![The first](<IMG 2041 (1).JPG>)

${words.slice(0, 400)}

![The second](upright.jpg "Upright")

${words}

![The third](third.jpg)`;
  const front = {
    title: 'An article with three photographs',
    excerpt: 'As a phone takes them.',
    description: 'An article with three photographs, as a phone takes them, and words between them.',
    category: 'Packing',
    date: '2026-01-10',
  };
  writeFileSync(content('posts/with-three-photographs.md'), `---\n${stringify(front)}---\n${text}`);
}

/** Twelve megapixels, full of detail, with the place where it was taken, and a note which side is up. */
async function photograph(file: string, orientation = 1): Promise<void> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const detail = sharp({ create: { width: 800, height: 600, channels: 3, background: '#888', noise } });
  await sharp(await detail.blur(1.5).png().toBuffer())
    .resize(4032)
    .jpeg({ quality: 85 })
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
    .withMetadata({ orientation })
    .toFile(file);
}

type Words = Record<string, Record<string, unknown>>;

/** The same firm when it was young: no certificate, no figure, no client who may be quoted, no page elsewhere, one person. */
export async function layOutLeast(copy: ProjectCopy): Promise<void> {
  await layOutFixture(copy);
  const { root } = copy;
  const change = (file: string, by: (data: Words) => void) => {
    const data = parse(readFileSync(join(root, file), 'utf8')) as Words;
    by(data);
    writeFileSync(join(root, file), stringify(data));
  };
  copy.edit('site.config.ts', (text) =>
    text
      .replace(/^ {2}(bookingUrl|companyUrl|linkedInUrl|xUrl): .*\n/gm, '')
      .replace(/^ {2}sisterSites: \[[\s\S]*?^ {2}\],\n/m, '')
      .replace(/^ {2}legal: \{[\s\S]*?^ {2}\},\n/m, '  legal: {},\n')
      .replace('countVisits: true', 'countVisits: false'),
  );
  rmSync(join(root, 'content/case-studies'), { recursive: true });
  for (const name of readdirSync(join(root, 'content/services')).sort().slice(3))
    rmSync(join(root, 'content/services', name));
  const [first = '', ...others] = readdirSync(join(root, 'content/people'))
    .filter((name) => name.endsWith('.yaml'))
    .sort();
  for (const name of others) rmSync(join(root, 'content/people', name));
  change(`content/people/${first}`, (person) => {
    delete person.sentence;
    delete person.linkedInUrl;
  });
  for (const name of readdirSync(join(root, 'content/posts')).filter((file) => file.endsWith('.md'))) {
    const file = join(root, 'content/posts', name);
    const text = readFileSync(file, 'utf8');
    // Only the founder is left, and nothing is scheduled.
    writeFileSync(file, text.replace(/^author: .*\n/m, '').replace(/^date: 2036-.*$/m, 'date: 2024-01-02'));
  }
  change('content/pages/home.yaml', ({ hero, audience }) => {
    delete hero?.facts;
    delete hero?.study;
    delete audience?.quote;
  });
  for (const page of ['about', 'case-studies', 'services', 'contact', 'blog'])
    change(`content/pages/${page}.yaml`, (words) => {
      delete words.stats;
      delete words.quote;
      for (const doors of [words.doors, words.article?.doors] as Words[]) {
        delete doors?.study;
        delete doors?.result;
      }
    });
  change('content/pages/shared.yaml', ({ footer }) => {
    // A list that was emptied by hand.
    if (footer) footer.badges = null;
  });
}

async function layOutFixture({ root }: ProjectCopy): Promise<void> {
  rmSync(join(root, 'content'), { recursive: true });
  mkdirSync(join(root, 'content'));
  cpSync(FIXTURE, root, { recursive: true });
  const field = sharp({ create: { width: 1200, height: 700, channels: 3, background: '#8b5cf6' } });
  await field.clone().png().toFile(join(root, 'content/posts/orders.png'));
  await field.clone().jpeg().toFile(join(root, 'content/posts/market.jpg'));
}

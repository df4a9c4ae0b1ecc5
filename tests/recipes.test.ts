import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { llmsPath, markdownPath, sitemapPath } from '../src/routes.ts';
import { startDev } from './support/dev-server.ts';
import { changeLikeAMarketer } from './support/marketer.ts';
import { copyProject, type ProjectCopy } from './support/project-copy.ts';

/** The README's table of what to touch, followed to the letter in one project, one recipe after the other. */
let copy: ProjectCopy;
beforeAll(() => {
  copy = copyProject();
});
afterAll(() => copy.remove());

afterEach(() => {
  const { status, output } = copy.run('npm', 'run', '--silent', 'check');
  expect(output).toContain('nothing is wrong');
  expect(status).toBe(0);
});

it('words: a service, a case study, people, a question, a category, claims, an article', () =>
  changeLikeAMarketer(copy));

it('a field of the contact form (add)', () => {
  copy.edit('src/lib/enquiry.ts', (text) =>
    text.replace(
      / {2}message: \{ kind/,
      "  phoneNumber: { kind: 'line', most: 40, autoComplete: 'tel' },\n$&",
    ),
  );
  copy.edit('content/pages/contact.yaml', (text) =>
    text.replace(/ {4}message: /, '    phoneNumber: Telephone\n$&'),
  );
});

it('what code decides: a page of the list, a colour, a link in the header', () => {
  copy.edit('src/lib/article-pages.ts', (text) => text.replace(/PAGE_SIZE = \d+/, 'PAGE_SIZE = 7'));
  copy.edit('src/styles/tokens.css', (text) => text.replace(/--radius-card: [^;]+;/, '--radius-card: 2rem;'));
  copy.edit('src/navigation.ts', (text) =>
    text.replace(/ {6}\{ href: routes\.contact, label: words\.contact \},\n/, ''),
  );
});

it('a page (add), which a development server shows without being started by hand', async () => {
  const dev = await startDev(copy.root);
  try {
    writeFileSync(
      join(copy.root, 'content/pages/press.yaml'),
      stringify({
        head: {
          title: 'Press',
          description: 'What newspapers have written about the firm, and whom they can ask for more of it.',
        },
        hero: { heading: 'In the newspapers', lead: 'What others write.' },
      }),
    );
    writeFileSync(join(copy.root, 'src/pages/press.astro'), page);
    copy.edit('src/schemas/pages.ts', (text) =>
      text.replace(
        / {4}blog: z\.strictObject/,
        '    press: z.strictObject({ head, hero: group({ heading, lead }) }),\n\n$&',
      ),
    );
    copy.edit('src/routes.ts', (text) => text.replace(/ {2}blog: '\/blog',\n/, "$&  press: '/press',\n"));
    copy.edit('src/content/site-pages.ts', (text) =>
      text.replace(/ {2}blog: \{ path/, '  press: { path: routes.press, madeOf: [] },\n$&'),
    );
    const shown = () =>
      fetch(`${dev.url}/press`).then(
        async (response) => [response.status, (await response.text()).includes('In the newspapers')],
        () => 'starting anew',
      );
    await expect.poll(shown, { interval: 500 }).toEqual([200, true]);
  } finally {
    await dev.stop();
  }
  expect(copy.build()).toEqual({ status: 0, output: '' });
  const built = (path: string) => readFileSync(join(copy.root, 'dist/client', path), 'utf8');
  expect(built(sitemapPath)).toContain('/press</loc>');
  expect(built(llmsPath)).toContain(markdownPath('/press'));
  expect(built(markdownPath('/press'))).toContain('In the newspapers');
});

const page = `---
import { getPage } from '../content/get.ts';
import Page from '../layouts/Page.astro';
import { scenes } from '../lib/scene.ts';
import { routes } from '../routes.ts';
import { PageHero } from '../sections/shared/PageHero.tsx';

const { head, hero } = await getPage('press');
---

<Page {...head} path={routes.press} shows={{}}>
  <PageHero {...hero} scene={scenes.about} />
</Page>
`;

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { articlePath, caseStudyPath, questionPath, routes, servicePath } from '../src/routes.ts';
import { browserForTests } from './support/browser.ts';
import { listPagesIn } from './support/generated-articles.ts';
import { articles, authorOf, built, content, root, site } from './support/other-firm.ts';
import {
  expectShown,
  expectWhole,
  type Node,
  one,
  plain,
  readTold,
  type Told,
} from './support/structured-data.ts';

const browser = browserForTests();
const open = async (path: string) =>
  readTold(await browser.open(path, { viewport: { width: 1440, height: 900 } }));

describe('what a page holds is told as a whole:', () => {
  const at = (path: string) => site.url + path;

  it('every service', async () => {
    const { nodes } = await open(routes.services);
    const services = nodes.filter((node) => node['@type'] === 'Service');
    expect(urlsOf(services)).toEqual(content.services().map(({ id }) => at(servicePath(id))));
  });

  it('every question with its whole answer', async () => {
    const questions = one(await open(routes.faq), 'FAQPage')?.mainEntity;
    expect(questions).toMatchObject(
      content.faq().map(({ id, data: { question, answer } }) => ({
        url: at(questionPath(id)),
        name: question,
        acceptedAnswer: { text: answer },
      })),
    );
  });

  it('every case study, in the order in which they are shown', async () => {
    const studies = content['case-studies']().map(({ id }) => at(caseStudyPath(id)));
    expect(listedIn(await open(routes.caseStudies))).toEqual(studies);
  });

  it('an article with its day, its author and its own picture, and without its text', async () => {
    for (const { id, data } of articles().slice(0, 8)) {
      const told = await open(articlePath(id));
      expect(one(told, 'BlogPosting')).toMatchObject({
        headline: data.title,
        datePublished: data.date,
        articleSection: data.category,
        author: { name: authorOf(data).name },
        publisher: { '@id': one(told, 'Organization')?.['@id'] },
        image: told.picture,
      });
      expect(told.blocks.join('').length).toBeLessThan(4000);
    }
  });

  it('the people of the firm where they are introduced, and nowhere else', async () => {
    const named = (told: Told) => {
      const { founder = [], employee = [] } = one(told, 'Organization') as Record<string, Node[]>;
      return [...founder, ...employee].map(({ name }) => name);
    };
    const all = content.people().map(({ data }) => data.name);
    expect(named(await open(routes.about)).sort()).toEqual(all.sort());
    for (const path of [routes.home, routes.contact, routes.privacyPolicy])
      expect(named(await open(path)), path).toEqual([]);
  });
});

it('is not there where there is nothing to find', () => {
  const pages = ['dist/client', 'dist/answers'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.html'))
      .map((name) => join(folder, name)),
  );
  const without = pages.filter((file) => !readFileSync(join(root, file), 'utf8').includes('ld+json'));
  expect(without.sort()).toEqual([
    'dist/answers/contact.html',
    'dist/answers/error.html',
    ...['404', '410', '503'].map((name) => `dist/client/${name}.html`),
  ]);
});

it('tells the postal address where it is shown, and nowhere else', async () => {
  const { postalAddress = '' } = site.legal;
  const told = await Promise.all(Object.values(routes).map(open));
  const isShown = ({ words }: Told) => words.includes(plain(postalAddress));
  expect(told.filter(isShown).length).toBeGreaterThan(0);
  for (const page of told)
    expect(one(page, 'Organization')?.address, page.canonical).toBe(
      isShown(page) ? postalAddress : undefined,
    );
});

it('tells each page of a long list by itself', async () => {
  const lists = listPagesIn(built('')).map((file) => file.slice(built('').length).replace('.html', ''));
  expect(lists.length).toBeGreaterThan(3);
  const of = (page: RegExp) => lists.find((path) => page.test(path)) ?? expect.fail(`no page ${page}`);
  const all = articles().map(({ id }) => articlePath(id));
  for (const path of [
    routes.blog,
    of(/^\/blog\/page\/2$/),
    of(/\/category\/[^/]+$/),
    of(/\/category\/.+\/page\/2$/),
  ]) {
    const told = await open(path);
    expectWhole(told);
    expectShown(told);
    expect(one(told, 'CollectionPage')?.url).toBe(told.canonical);
    const paths = new Set(told.links.map((href) => new URL(href).pathname));
    const shown = all.filter((article) => paths.has(article));
    expect(
      listedIn(told)
        .map((url) => new URL(url).pathname)
        .sort(),
      path,
    ).toEqual(shown.sort());
  }
});

const urlsOf = (nodes: unknown) => (nodes as { url: string }[]).map(({ url }) => url);

const listedIn = (told: Told) => {
  const list = one(told, 'CollectionPage')?.mainEntity as Node | undefined;
  return urlsOf(list?.itemListElement ?? []);
};

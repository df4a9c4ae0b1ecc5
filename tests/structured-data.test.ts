import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { articlePath, caseStudyPath, questionPath, routes, servicePath } from '../src/routes.ts';
import { browserForTests } from './support/browser.ts';
import { listPagesIn } from './support/generated-articles.ts';
import { articles, authorOf, built, content, root, site } from './support/other-firm.ts';
import {
  expectShown,
  expectWhole,
  type Node,
  one,
  type PageData,
  plain,
  readPageData,
} from './support/structured-data.ts';

const browser = browserForTests();
const open = async (path: string) =>
  readPageData(await browser.open(path, { viewport: { width: 1440, height: 900 } }));
const at = (path: string) => site.url + path;
const found = new Map<string, PageData>();
beforeAll(async () => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  for (const path of Object.values(routes)) {
    await page.goto(path);
    found.set(path, await readPageData(page));
  }
});
const of = (path: string) => found.get(path) ?? expect.fail(`${path} was not opened`);

it('every service, question and case study is in the data, a question with its whole answer', () => {
  const services = of(routes.services).nodes.filter((node) => node['@type'] === 'Service');
  expect(urlsOf(services)).toEqual(content.services.map(({ id }) => at(servicePath(id))));
  expect(one(of(routes.faq), 'FAQPage')?.mainEntity).toMatchObject(
    content.faq.map(({ id, data: { question, answer } }) => ({
      url: at(questionPath(id)),
      name: question,
      acceptedAnswer: { text: answer },
    })),
  );
  const studies = content['case-studies'].map(({ id }) => at(caseStudyPath(id)));
  expect(listedIn(of(routes.caseStudies))).toEqual(studies);
});

it('an article has its day, its author and its own picture, and without its text', async () => {
  for (const { id, data } of articles().slice(0, 4)) {
    const found = await open(articlePath(id));
    expect(one(found, 'BlogPosting')).toMatchObject({
      headline: data.title,
      datePublished: data.date,
      articleSection: data.category,
      author: { name: authorOf(data).name },
      publisher: { '@id': one(found, 'Organization')?.['@id'] },
      image: found.picture,
    });
    expect(found.blocks.join('').length).toBeLessThan(4000);
  }
});

it('people are in the data where they are introduced, the postal address where the firm presents itself', () => {
  const all = content.people.map(({ data }) => data.name);
  const { postalAddress = '' } = site.legal;
  for (const [path, page] of found) {
    const firm = one(page, 'Organization');
    const { founder = [], employee = [] } = firm as Record<string, Node[]>;
    const named = [...founder, ...employee].map(({ name }) => String(name));
    expect(named.sort(), path).toEqual(path === routes.about ? all.toSorted() : []);
    expect(page.words, path).toContain(plain(postalAddress));
    const presents = [routes.home, routes.about, routes.contact].some((route) => route === path);
    expect(firm?.address, path).toBe(presents ? postalAddress : undefined);
  }
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

it('tells each page of a long list by itself', async () => {
  const lists = listPagesIn(built(''));
  expect(lists.length).toBeGreaterThan(3);
  const listAt = (page: RegExp) => lists.find((path) => page.test(path)) ?? expect.fail(`no page ${page}`);
  const all = articles().map(({ id }) => articlePath(id));
  for (const path of [
    routes.blog,
    listAt(/^\/blog\/page\/2$/),
    listAt(/\/category\/[^/]+$/),
    listAt(/\/category\/.+\/page\/2$/),
  ]) {
    const found = await open(path);
    expectWhole(found);
    expectShown(found);
    expect(one(found, 'CollectionPage')?.url).toBe(found.canonical);
    const paths = new Set(found.links.map((href) => new URL(href).pathname));
    const shown = all.filter((article) => paths.has(article));
    expect(
      listedIn(found)
        .map((url) => new URL(url).pathname)
        .sort(),
      path,
    ).toEqual(shown.sort());
  }
});

const urlsOf = (nodes: unknown) => (nodes as { url: string }[]).map(({ url }) => url);

const listedIn = (found: PageData) => {
  const list = one(found, 'CollectionPage')?.mainEntity as Node | undefined;
  return urlsOf(list?.itemListElement ?? []);
};

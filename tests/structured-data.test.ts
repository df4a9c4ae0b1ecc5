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
  plain,
  readTold,
  type Told,
} from './support/structured-data.ts';

const browser = browserForTests();
const open = async (path: string) =>
  readTold(await browser.open(path, { viewport: { width: 1440, height: 900 } }));
const at = (path: string) => site.url + path;
const told = new Map<string, Told>();
beforeAll(async () => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  for (const path of Object.values(routes)) {
    await page.goto(path);
    told.set(path, await readTold(page));
  }
});
const of = (path: string) => told.get(path) ?? expect.fail(`${path} was not opened`);

it('every service, question and case study is told, a question with its whole answer', () => {
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

it('an article is told with its day, its author and its own picture, and without its text', async () => {
  for (const { id, data } of articles().slice(0, 4)) {
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

it('people are told where they are introduced, the postal address where the firm presents itself', () => {
  const all = content.people.map(({ data }) => data.name);
  const { postalAddress = '' } = site.legal;
  for (const [path, page] of told) {
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

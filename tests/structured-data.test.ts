import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { site } from '../src/config/site.ts';
import { formatDay } from '../src/lib/dates.ts';
import { articlePath, caseStudyPath, questionPath, routes, servicePath } from '../src/routes.ts';
import { browserForTests } from './support/browser.ts';
import { articles, authorOf, content, listedArticles } from './support/content.ts';
import { addArticles, listPagesIn } from './support/generated-articles.ts';
import { copyProject, type ProjectCopy } from './support/project-copy.ts';
import { everyRoute } from './support/routes.ts';
import { type RunningSite, startSite } from './support/server.ts';
import { type Node, objectsIn, plain, readTold, type Told, valuesIn } from './support/structured-data.ts';

/** What is neither an address nor a day is words, and has to be read on the page. */
const kinds = {
  structure: ['@context', '@type'],
  ids: ['@id'],
  addresses: ['url', 'item', 'logo', 'image', 'sameAs'],
  days: ['datePublished', 'dateModified'],
  numbers: ['position'],
};
const noWords = Object.values(kinds).flat();
const profiles = [site.linkedInUrl, site.xUrl, site.companyUrl].filter((url) => url !== undefined);

const browser = browserForTests();
const open = async (path: string, baseURL = inject('url')) => {
  const page = await browser.newPage({ baseURL, viewport: { width: 1440, height: 900 } });
  await page.goto(path);
  const told = await readTold(page);
  await page.context().close();
  return told;
};

describe.each(everyRoute())('%s', (path) => {
  let told: Told;
  beforeAll(async () => {
    told = await open(path);
  });
  const people = content.people().flatMap(({ data }) => data.linkedInUrl ?? []);

  it('has one block of data, whose parts are told once and refer to each other', () => expectWhole(told));

  it('says nothing that cannot be read on the page', () => expectShown(told));

  it('leads to addresses that are there', () => expectAddresses(told, path, [...profiles, ...people]));

  it('is described as its head describes it, under its own address', () => {
    const [page, ...others] = told.nodes.filter((node) => node['@type'].endsWith('Page'));
    expect(others).toEqual([]);
    expect(page).toMatchObject({ '@id': told.canonical, url: told.canonical, description: told.description });
    expect(`${page?.name} | ${site.name}`).toBe(told.title);
    expect(page?.['@type']).toBe(types[path] ?? 'WebPage');
  });

  it('is found on the way from the home page, unless it is that', () => {
    const steps = path.startsWith(`${routes.blog}/`) ? [routes.home, routes.blog, path] : [routes.home, path];
    const trail = one(told, 'BreadcrumbList')?.itemListElement as { item: string }[] | undefined;
    expect(trail?.map(({ item }) => new URL(item).pathname)).toEqual(
      path === routes.home ? undefined : steps,
    );
  });
});

/** What is more than a page. */
const types: Record<string, string> = {
  [routes.about]: 'AboutPage',
  [routes.contact]: 'ContactPage',
  [routes.faq]: 'FAQPage',
  [routes.blog]: 'CollectionPage',
  [routes.caseStudies]: 'CollectionPage',
};

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

  it('every case study, and every article of the list, in the order in which they are shown', async () => {
    const list = async (path: string) => listedIn(await open(path));
    const studies = content['case-studies']().map(({ id }) => at(caseStudyPath(id)));
    if (studies.length > 0) expect(await list(routes.caseStudies)).toEqual(studies);
    expect(await list(routes.blog)).toEqual(listedArticles().map(({ id }) => at(articlePath(id))));
  });

  it('an article with its day, its author and its own picture, and without its text', async () => {
    for (const { id, data } of articles()) {
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
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.html'))
      .map((name) => join(folder, name)),
  );
  const without = pages.filter((file) => !readFileSync(file, 'utf8').includes('ld+json'));
  expect(without.sort()).toEqual([
    'dist/answers/contact.html',
    'dist/answers/error.html',
    ...['404', '410', '413', '503'].map((name) => `dist/client/${name}.html`),
  ]);
});

describe('with other content', () => {
  const address = "1 O'Hara & Sons Lane, 400-001 Mumbai";
  const stranger = 'Bo "</ <!-- & Co';
  let project: ProjectCopy;
  let other: RunningSite;
  beforeAll(async () => {
    project = copyProject();
    // The pictures take most of the time.
    rmSync(join(project.root, 'src/pages/share'), { recursive: true });
    project.edit('site.config.ts', (text) =>
      text.replace(/\blegal: \{[^}]*\}/, `legal: { postalAddress: ${JSON.stringify(address)} }`),
    );
    const folder = join(project.root, 'content/people');
    rmSync(folder, { recursive: true });
    mkdirSync(folder);
    const person = { name: stranger, role: 'Adviser', answers: true, status: 'confirmed' };
    writeFileSync(join(folder, 'bo.yaml'), JSON.stringify(person));
    // Nobody whom an article may name is left.
    for (const { file, data } of content.posts())
      if (data.author) project.edit(file, (text) => text.replace(/^author: .*\n/m, ''));
    addArticles(project.root, 25);
    expect(project.build()).toEqual({ status: 0, output: '' });
    other = await startSite(project.root);
  });
  afterAll(async () => {
    await other.stop();
    project.remove();
  });

  it('tells the postal address where it is shown, and nowhere else', async () => {
    for (const path of everyRoute().filter((route) => !route.startsWith(`${routes.blog}/`))) {
      const told = await open(path, other.url);
      expectWhole(told);
      expectShown(told);
      const firm = one(told, 'Organization');
      expect(firm?.address, path).toBe(told.words.includes(plain(address)) ? address : undefined);
      if (path === routes.privacyPolicy) expect(firm?.address).toBe(address);
    }
  });

  it('names whoever is there, whatever their name holds, and no founder who is not', async () => {
    const firm = one(await open(routes.about, other.url), 'Organization');
    expect(firm).not.toHaveProperty('founder');
    expect(firm?.employee).toMatchObject([{ name: stranger }]);
  });

  it('tells each page of a long list by itself', async () => {
    const lists = listPagesIn(join(project.root, 'dist/client')).map((file) =>
      file.replace(join(project.root, 'dist/client'), '').replace('.html', ''),
    );
    expect(lists.length).toBeGreaterThan(3);
    const all = everyRoute(project.root).filter((path) => path.startsWith(`${routes.blog}/`));
    for (const path of lists) {
      const told = await open(path, other.url);
      expectWhole(told);
      expectShown(told);
      expect(one(told, 'CollectionPage')?.url).toBe(told.canonical);
      const paths = new Set(told.links.map((href) => new URL(href).pathname));
      const shown = all.filter((article) => paths.has(article));
      expect(shown.length, path).toBeGreaterThan(0);
      expect(
        listedIn(told)
          .map((url) => new URL(url).pathname)
          .sort(),
      ).toEqual(shown.sort());
    }
  });
});

const one = ({ nodes }: Told, type: string): Node | undefined => nodes.find((node) => node['@type'] === type);

const urlsOf = (nodes: unknown) => (nodes as { url: string }[]).map(({ url }) => url);

const listedIn = (told: Told) => {
  const list = one(told, 'CollectionPage')?.mainEntity as Node | undefined;
  return urlsOf(list?.itemListElement ?? []);
};

function expectWhole({ blocks, nodes }: Told): void {
  expect(blocks).toHaveLength(1);
  expect(JSON.parse(blocks[0] ?? '')).toEqual({ '@context': 'https://schema.org', '@graph': nodes });
  expect(nodes.map((node) => node['@type'])).toEqual(expect.arrayContaining(['Organization', 'WebSite']));
  const objects = objectsIn(nodes);
  const tellers = objects.filter((object) => '@type' in object);
  const ids = tellers.flatMap((object) => object['@id'] ?? []);
  expect(new Set(ids).size).toBe(ids.length);
  const references = objects.filter((object) => !('@type' in object));
  expect(references.length).toBeGreaterThan(1);
  for (const reference of references) {
    expect(Object.keys(reference)).toEqual(['@id']);
    expect(ids).toContain(reference['@id']);
  }
}

function expectShown({ nodes, words, title, description }: Told): void {
  const sources = [words, plain(title), plain(description)];
  const said = valuesIn(nodes).filter(({ key }) => !noWords.includes(key));
  expect(said.length).toBeGreaterThan(3);
  const unseen = said.filter(({ value }) => !sources.some((text) => text.includes(plain(String(value)))));
  expect(unseen).toEqual([]);
  for (const { value } of valuesOf(nodes, kinds.days))
    expect(words).toContain(formatDay(String(value), 'long'));
  for (const { itemListElement = [] } of objectsIn(nodes) as { itemListElement?: { position: number }[] }[])
    expect(itemListElement.map(({ position }) => position)).toEqual(itemListElement.map((_, i) => i + 1));
}

async function expectAddresses({ nodes, links, ids }: Told, path: string, away: string[]): Promise<void> {
  const known: string[] = everyRoute();
  const linked = links.map((href) => new URL(href).href);
  for (const { key, value } of valuesOf(nodes, [...kinds.addresses, ...kinds.ids])) {
    const url = new URL(String(value));
    if (url.origin !== site.url) {
      expect(away, key).toContain(value);
      expect(linked, 'the page leads there, too').toContain(url.href);
      continue;
    }
    // Each has one form, as the head, the sitemap and the feeds know it.
    expect(value, key).toBe(url.href);
    if (!known.includes(url.pathname)) {
      const { status, headers } = await fetch(inject('url') + url.pathname);
      expect([status, headers.get('content-type')], url.pathname).toEqual([200, 'image/png']);
    } else if (key !== '@id' && url.hash) {
      expect(url.pathname).toBe(path);
      expect(ids).toContain(url.hash.slice(1));
    }
  }
}

const valuesOf = (nodes: Node[], keys: string[]) => valuesIn(nodes).filter(({ key }) => keys.includes(key));

import { getCollection, getEntry } from 'astro:content';
import { site } from '../config/site.ts';
import { categoryHue, type Hue, serviceHue } from '../drawing/scene.ts';
import { memoInBuild } from '../lib/memo.ts';
import { isPublished, newestFirst } from '../lib/publication.ts';
import type { Page, PageName } from '../schemas/pages.ts';
import type { Post } from '../schemas/post.ts';
import { ALL_PAGES } from './collection.ts';
import { sitePageNames, sitePages } from './site-pages.ts';

/** Every page that there is, with its head. Without a case study there is no page for them. */
export const getSitePages = memoInBuild(async () => {
  const hasStudies = (await getCaseStudies()).length > 0;
  return Promise.all(
    sitePageNames
      .filter((name) => name !== 'case-studies' || hasStudies)
      .map(async (name) => ({
        ...(await getPage(name)).head,
        path: sitePages[name].path,
        sources: [`content/pages/${name}.yaml`, ...sitePages[name].madeOf],
      })),
  );
});

/** The words of one screen. */
export async function getPage<Name extends PageName>(name: Name): Promise<Page<Name>> {
  return (await getPages())[name];
}

const getPages = memoInBuild(async () => found(await getEntry('pages', ALL_PAGES)).data);

/** The schema of each page has checked that its claims are registered. */
export const getClaims = (ids: string[]) =>
  Promise.all(ids.map(async (id) => found(await getEntry('claims', id)).data));

function found<Found>(entry: Found | undefined): Found {
  if (!entry) throw new Error('Astro’s store lacks what src/content/collection.ts puts into it.');
  return entry;
}

/** In the author's order: by the numbers of the files, or as in the list. */
const inOrder = <Data extends { order: number }>(entries: { id: string; data: Data }[]) =>
  entries.sort((a, b) => a.data.order - b.data.order).map(({ id, data }) => ({ ...data, id }));

export const getServices = memoInBuild(async () => inOrder(await getCollection('services')));
/** Each with the colour of its service. */
export const getCaseStudies = memoInBuild(async () => {
  const services = await getServices();
  return inOrder(await getCollection('case-studies')).map((study) => ({
    ...study,
    hue: serviceHue(services.find(({ id }) => id === study.practice)?.color),
  }));
});
export const getPersons = memoInBuild(async () => inOrder(await getCollection('people')));
export const getFaq = memoInBuild(async () => inOrder(await getCollection('faq')));

export const getLegal = memoInBuild(() => getCollection('legal'));

export interface Article extends Post {
  slug: string;
  /** Who wrote it. */
  by: { name: string; role: string };
  readTime: string;
  hue: Hue;
  /** Its source, such as content/posts/a.md. */
  file: string;
  /** Its text, with placeholders for its pictures. */
  html: string;
  /** A note for authors: why visitors cannot read it yet, or that it is an example. */
  mark?: string | undefined;
}

/** All articles that are published, the newest first. In development the others are shown as well, marked. */
export const getArticles = memoInBuild(async (): Promise<Article[]> => {
  const posts = await getCollection('posts');
  const { categories } = await getPage('blog');
  const people = await getPersons();
  return posts
    .sort((a, b) => newestFirst(a.data, b.data))
    .map(({ id, data, filePath = '', rendered }) => ({
      ...data,
      slug: id,
      file: filePath,
      html: rendered?.html ?? '',
      by: people.find((person) => person.id === data.author) ?? site.founder,
      hue: categoryHue(data.category, categories),
      mark: markOf(data),
    }));
});

function markOf(post: Post): string | undefined {
  if (post.draft) return 'draft';
  if (!isPublished(post, Date.now())) return `from ${post.date}`;
  return post.status === 'example' ? 'example' : undefined;
}

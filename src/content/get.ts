import { getCollection, getEntry } from 'astro:content';
import { site } from '../config/site.ts';
import { readingTime } from '../lib/reading-time.ts';
import type { Claim } from '../schemas/claim.ts';
import type { Page, PageName } from '../schemas/pages.ts';
import type { Post } from '../schemas/post.ts';

/** The words of one screen. */
export async function getPage<Name extends PageName>(name: Name): Promise<Page<Name>> {
  const entry = await getEntry('pages', name);
  // The loader parsed this entry with the schema of that very name.
  return entry?.data as Page<Name>;
}

export async function getClaim(id: string): Promise<Claim> {
  const entry = await getEntry('claims', id);
  // The schema of every page has held its ids against the register.
  return entry?.data as Claim;
}

export const getClaims = (ids: string[]) => Promise.all(ids.map(getClaim));

const inFileOrder = (a: { filePath?: string | undefined }, b: { filePath?: string | undefined }) =>
  (a.filePath ?? '').localeCompare(b.filePath ?? '', 'en', { numeric: true });

export const getServices = async () =>
  (await getCollection('services')).sort(inFileOrder).map(({ id, data }) => ({ id, ...data }));

export const getCaseStudies = async () =>
  (await getCollection('case-studies')).sort(inFileOrder).map(({ id, data }) => ({ id, ...data }));

/** Astro's store hands a collection out by id; the author's order is the place in the file. */
export const getFaq = async () => {
  const items = await getCollection('faq');
  return items.map(({ data }) => data).sort((a, b) => a.place - b.place);
};

export const getLegal = () => getCollection('legal');

export interface Article extends Post {
  slug: string;
  author: string;
  readTime: string;
  html: string;
}

/** All articles, the newest first. */
export async function getArticles(): Promise<Article[]> {
  const posts = await getCollection('posts');
  return posts
    .sort((a, b) => b.data.date.localeCompare(a.data.date))
    .map(({ id, data, body = '', rendered }) => ({
      ...data,
      slug: id,
      author: site.founder.name,
      readTime: readingTime(body),
      html: rendered?.html ?? '',
    }));
}

import type { BlogPostingLeaf, ItemListLeaf, QuestionLeaf, ServiceLeaf } from 'schema-dts';
import { absoluteUrl } from '../absolute-url.ts';
import { authorOf, type Firm, firmId, type Person } from './firm.ts';

export interface Article {
  /** The day of publication, as YYYY-MM-DD. */
  date: string;
  category: string;
  /** Who wrote it. */
  by: Person;
}

/** Its text is on the page and not told again. */
export function articleOf(firm: Firm, page: PageHead, { date, category, by }: Article) {
  return {
    '@type': 'BlogPosting',
    '@id': `${absoluteUrl(page.path, firm.url)}#article`,
    headline: page.title,
    description: page.description,
    datePublished: date,
    articleSection: category,
    author: authorOf(firm, by),
    publisher: { '@id': firmId(firm) },
    ...(page.picture && { image: absoluteUrl(page.picture, firm.url) }),
  } satisfies BlogPostingLeaf;
}

/** A page as its head describes it. */
export interface PageHead {
  path: string;
  title: string;
  description: string;
  picture?: string | undefined;
}

export interface Service {
  href: string;
  title: string;
  description: string;
}

export function serviceOf(firm: Firm, { href, title, description }: Service) {
  const url = absoluteUrl(href, firm.url);
  return {
    '@type': 'Service',
    '@id': url,
    url,
    name: title,
    description,
    provider: { '@id': firmId(firm) },
  } satisfies ServiceLeaf;
}

export interface Question {
  href: string;
  question: string;
  answer: string;
}

export const questionOf = (firm: Firm, { href, question, answer }: Question): QuestionLeaf => ({
  '@type': 'Question',
  url: absoluteUrl(href, firm.url),
  name: question,
  acceptedAnswer: { '@type': 'Answer', text: answer },
});

export interface Listed {
  href: string;
  title: string;
}

export const listOf = (firm: Firm, list: Listed[]): ItemListLeaf => ({
  '@type': 'ItemList',
  itemListElement: list.map(({ href, title }, i) => ({
    '@type': 'ListItem',
    position: i + 1,
    url: absoluteUrl(href, firm.url),
    name: title,
  })),
});

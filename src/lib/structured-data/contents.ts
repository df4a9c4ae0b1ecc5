import type { BlogPostingLeaf, ItemListLeaf, QuestionLeaf, ServiceLeaf } from 'schema-dts';
import { absoluteUrl } from '../absolute-url.ts';
import { authorOf, type DescribedFirm, type DescribedPerson, firmId } from './firm.ts';

export interface DescribedArticle {
  /** The day of publication, as YYYY-MM-DD. */
  date: string;
  category: string;
  /** The author. */
  by: DescribedPerson;
}

/** Without the text, which is on the page. */
export function articleOf(firm: DescribedFirm, page: PageHead, { date, category, by }: DescribedArticle) {
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

export interface DescribedService {
  href: string;
  title: string;
  description: string;
}

export function serviceOf(firm: DescribedFirm, { href, title, description }: DescribedService) {
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

export interface DescribedQuestion {
  href: string;
  question: string;
  answer: string;
}

export const questionOf = (
  firm: DescribedFirm,
  { href, question, answer }: DescribedQuestion,
): QuestionLeaf => ({
  '@type': 'Question',
  url: absoluteUrl(href, firm.url),
  name: question,
  acceptedAnswer: { '@type': 'Answer', text: answer },
});

export interface DescribedEntry {
  href: string;
  title: string;
}

export const listOf = (firm: DescribedFirm, list: DescribedEntry[]): ItemListLeaf => ({
  '@type': 'ItemList',
  itemListElement: list.map(({ href, title }, i) => ({
    '@type': 'ListItem',
    position: i + 1,
    url: absoluteUrl(href, firm.url),
    name: title,
  })),
});

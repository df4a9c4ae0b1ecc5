import type { BreadcrumbListLeaf, Graph, WebPage, WebSiteLeaf } from 'schema-dts';
import { absoluteUrl } from '../absolute-url.ts';
import {
  articleOf,
  type DescribedArticle,
  type DescribedEntry,
  type DescribedQuestion,
  type DescribedService,
  listOf,
  type PageHead,
  questionOf,
  serviceOf,
} from './contents.ts';
import { type DescribedFirm, type FirmShown, firmId, firmOf } from './firm.ts';

/** Things that a page shows besides its head. Nothing else goes into the structured data. */
export interface Shown {
  type?: 'AboutPage' | 'ContactPage';
  /** Left out for a page that only names the firm. */
  firm?: FirmShown | undefined;
  article?: DescribedArticle;
  services?: DescribedService[];
  questions?: DescribedQuestion[];
  /** The entries of a list page; it may be empty. */
  list?: DescribedEntry[];
  /** The day on which its text was last changed, as YYYY-MM-DD. */
  changed?: string;
}

export interface DescribedPage extends PageHead {
  /** Breadcrumbs from the home page to this one; empty for the home page. */
  trail: { href: string; label: string }[];
  shows: Shown;
}

/** The structured data of a page: the firm, the site, the page and what it holds, each once and with an id. */
export function graphOf(firm: DescribedFirm, page: DescribedPage): Graph {
  const { article, services = [] } = page.shows;
  const held = [
    ...(article ? [articleOf(firm, page, article)] : []),
    ...services.map((service) => serviceOf(firm, service)),
  ];
  const trail = trailOf(firm, page);
  return {
    '@context': 'https://schema.org',
    '@graph': [
      firmOf(firm, page.shows.firm),
      siteOf(firm),
      {
        ...pageOf(firm, page),
        ...(trail && { breadcrumb: { '@id': trail['@id'] } }),
        ...(held.length > 0 && { mainEntity: held.map((node) => ({ '@id': node['@id'] })) }),
      },
      ...(trail ? [trail] : []),
      ...held,
    ],
  };
}

const siteId = ({ url }: DescribedFirm) => absoluteUrl('/#site', url);

const siteOf = (firm: DescribedFirm): WebSiteLeaf => ({
  '@type': 'WebSite',
  '@id': siteId(firm),
  url: absoluteUrl('/', firm.url),
  name: firm.name,
  publisher: { '@id': firmId(firm) },
});

function pageOf(firm: DescribedFirm, { path, title, description, shows }: DescribedPage) {
  const { type, questions, list, changed } = shows;
  const url = absoluteUrl(path, firm.url);
  return {
    '@type': typeOf(shows),
    '@id': url,
    url,
    name: title,
    description,
    isPartOf: { '@id': siteId(firm) },
    ...(type && { about: { '@id': firmId(firm) } }),
    ...(changed && { dateModified: changed }),
    ...(questions?.length && { mainEntity: questions.map((item) => questionOf(firm, item)) }),
    ...(list?.length && { mainEntity: listOf(firm, list) }),
  } satisfies WebPage;
}

function typeOf({ type, questions, list }: Shown) {
  if (questions) return 'FAQPage';
  return list ? 'CollectionPage' : (type ?? 'WebPage');
}

function trailOf(firm: DescribedFirm, { path, trail }: DescribedPage) {
  if (trail.length === 0) return undefined;
  return {
    '@type': 'BreadcrumbList',
    '@id': `${absoluteUrl(path, firm.url)}#trail`,
    itemListElement: trail.map(({ href, label }, i) => ({
      '@type': 'ListItem',
      position: i + 1,
      name: label,
      item: absoluteUrl(href, firm.url),
    })),
  } satisfies BreadcrumbListLeaf;
}

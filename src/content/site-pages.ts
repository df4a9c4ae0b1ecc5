import { routes } from '../routes.ts';
import type { PageName } from '../schemas/pages.ts';

const CLAIMS = 'content/claims.yaml';
const QUESTIONS = 'content/faq.yaml';
const SERVICES = 'content/services';
const STUDIES = 'content/case-studies';
/** Explains the picture of a case study. */
const PICTURE = 'content/pages/case-studies.yaml';
const PEOPLE = 'content/people';
const FIRM = 'site.config.ts';

/** Error pages, and the words that all pages share. */
type NoPage = 'shared' | 'not-found' | 'gone' | 'error' | 'unavailable';

/**
 * Every page by the name of its file in content/pages, in the order of the lists for programs (the sitemap,
 * llms.txt). The main part of a page is made of that file and of these, for the day of its last change; header and footer
 * are part of every page and say nothing of one. Articles and legal texts are not here: each is a file with days of its
 * own.
 */
export const sitePages: Record<Exclude<PageName, NoPage>, { path: string; madeOf: string[] }> = {
  home: { path: routes.home, madeOf: [SERVICES, STUDIES, PICTURE, PEOPLE, CLAIMS, FIRM] },
  about: { path: routes.about, madeOf: [PEOPLE, STUDIES, QUESTIONS, CLAIMS, FIRM] },
  services: { path: routes.services, madeOf: [SERVICES, STUDIES, QUESTIONS, CLAIMS, FIRM] },
  'case-studies': { path: routes.caseStudies, madeOf: [SERVICES, STUDIES, CLAIMS, FIRM] },
  faq: { path: routes.faq, madeOf: [QUESTIONS, CLAIMS, FIRM] },
  contact: { path: routes.contact, madeOf: [PEOPLE, STUDIES, QUESTIONS, CLAIMS, FIRM] },
  blog: { path: routes.blog, madeOf: [STUDIES, QUESTIONS, FIRM] },
};

export type SitePage = keyof typeof sitePages;
export const sitePageNames = Object.keys(sitePages) as SitePage[];

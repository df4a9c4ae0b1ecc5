import { routes } from '../routes.ts';

const CLAIMS = 'content/claims.yaml';
const QUESTIONS = 'content/faq.yaml';
const SERVICES = 'content/services';
const STUDIES = 'content/case-studies';
const PEOPLE = 'content/people';
const FIRM = 'site.config.ts';

/**
 * Which files and folders the main part of a page is made of, for the day of its last change. Header and footer are part
 * of every page and say nothing of one. Articles and legal texts are not here: each is a file with days of its own.
 */
export const sources: Record<string, string[]> = {
  [routes.home]: ['content/pages/home.yaml', SERVICES, STUDIES, CLAIMS, FIRM],
  [routes.about]: ['content/pages/about.yaml', PEOPLE, STUDIES, QUESTIONS, CLAIMS, FIRM],
  [routes.services]: ['content/pages/services.yaml', SERVICES, STUDIES, QUESTIONS, CLAIMS],
  [routes.contact]: ['content/pages/contact.yaml', PEOPLE, STUDIES, QUESTIONS, CLAIMS, FIRM],
  [routes.faq]: ['content/pages/faq.yaml', QUESTIONS, CLAIMS, FIRM],
  [routes.caseStudies]: ['content/pages/case-studies.yaml', SERVICES, STUDIES, CLAIMS],
  [routes.blog]: ['content/pages/blog.yaml', STUDIES, QUESTIONS],
};

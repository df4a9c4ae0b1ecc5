/** Every URL of the site as a name. No other file spells a path. */
export const routes = {
  home: '/',
  about: '/about',
  services: '/services',
  contact: '/contact',
  faq: '/faq',
  caseStudies: '/case-studies',
  blog: '/blog',
  privacyPolicy: '/privacy-policy',
  termsOfService: '/terms-of-service',
  cookiePolicy: '/cookie-policy',
  accessibility: '/accessibility',
} as const;

/** In the order of the footer. */
export const legalPaths = [
  routes.privacyPolicy,
  routes.termsOfService,
  routes.cookiePolicy,
  routes.accessibility,
] as const;

export const articlePath = (slug: string) => `${routes.blog}/${slug}`;
/** A page of the list of articles, or of one category's. */
export const articlesPath = (page: number, category?: string) =>
  `${routes.blog}${category ? `/category/${category}` : ''}${page > 1 ? `/page/${page}` : ''}`;
/** Where a draft is shown to those who were given the token. */
export const previewPath = (token: string, path: string) => `/preview/${token}${path}`;
export const servicePath = (id: string) => `${routes.services}#${id}`;
export const caseStudyPath = (id: string) => `${routes.caseStudies}#${id}`;
export const questionPath = (id: string) => `${routes.faq}#${id}`;
export const sharePicturePath = (id: string) => `/share/${id}.png`;
export const iconPath = (name: string) => `/icons/${name}.png`;
export const faviconPath = '/favicon.svg';
/** Browsers and crawlers request it whatever a page names. */
export const faviconIcoPath = '/favicon.ico';
export const manifestPath = '/site.webmanifest';

/** For feed readers, search engines and programs. */
export const rssPath = '/feed.xml';
export const jsonFeedPath = '/feed.json';
export const sitemapPath = '/sitemap.xml';
export const robotsPath = '/robots.txt';
export const llmsPath = '/llms.txt';
export const securityTxtPath = '/.well-known/security.txt';
/** With their content types. */
export const feeds = { [rssPath]: 'application/rss+xml', [jsonFeedPath]: 'application/feed+json' };
/** The Markdown twin of an article or a legal text; other pages have none. */
export const markdownPath = (path: string) => `${path}.md`;

/**
 * Where a sent form leads: the contact page, which then shows the reference. It has no fragment: a browser would go there,
 * and the confirmation would not get the focus.
 */
export const REFERENCE_PARAMETER = 'reference';
export const confirmationPath = (reference: string) =>
  `${routes.contact}?${REFERENCE_PARAMETER}=${reference}`;
export const ENQUIRY_ANCHOR = 'share-your-idea';
/** The form itself. */
export const enquiryPath = `${routes.contact}#${ENQUIRY_ANCHOR}`;

/** The template for answers to a posted form. The server does not serve it under this path. */
export const contactAnswerPath = '/contact-answer';

/** Health checks: of the process, and of its store too. */
export const healthPath = '/healthz';
export const readyPath = '/readyz';

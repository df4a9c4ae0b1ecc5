import { site } from './config/site.ts';
import type { Site } from './config/site-schema.ts';
import { getCaseStudies, getClaims, getLegal, getPage, getServices } from './content/get.ts';
import { type Link, leadingAnywhere } from './lib/link.ts';
import { mailto } from './lib/mailto.ts';
import { enquiryPath, legalPaths, routes, servicePath } from './routes.ts';

type Words = Awaited<ReturnType<typeof getPage<'shared'>>>;

/** The outgoing links of a page. A mail's subject says what was pressed and on which page. */
export async function getLinks(path: string, title = '') {
  const words = await getPage('shared');
  const { newTab, booking: call, free } = words;
  const from = namesOf(words)[path] ?? title;
  const away = (href: string, label: string): Link => ({ href, label, newTab });
  const ifAny = (href: string | undefined) => (label: string) =>
    href === undefined ? undefined : away(href, label);
  // The subject says what was pressed and where; a link that reads as the address itself says where alone.
  const mail = (address: string) => (label: string, about?: string) => {
    const place = about ?? from;
    const subject = label === address ? place : place ? `${label} (${place})` : label;
    return { href: mailto(address, { subject }), label } satisfies Link;
  };
  /** Without a booking page: the contact form. */
  const booking = (label: string) => ifAny(site.bookingUrl)(label) ?? { href: enquiryPath, label };
  return {
    partnerships: mail(site.partnershipsEmail),
    /** With a subject of its own, so that the reader sees at once what it is. */
    emergency: (label: string, subject: string) =>
      ({ href: mailto(site.partnershipsEmail, { subject }), label }) satisfies Link,
    calendar: ifAny(site.bookingUrl),
    booking,
    /** The first call to action of a page. */
    firstCall: { link: booking(call), free },
    /** Labelled with its host. */
    website: () => (site.companyUrl ? away(site.companyUrl, new URL(site.companyUrl).host) : undefined),
    linkedIn: ifAny(site.linkedInUrl),
    x: ifAny(site.xUrl),
    away,
  };
}

/** The name of a page in the subject of a mail, as in the header and footer. */
const namesOf = (words: Words): Partial<Record<string, string>> => ({
  [routes.home]: words.home,
  [routes.about]: words.about,
  [routes.services]: words.services,
  [routes.contact]: words.contact,
  [routes.caseStudies]: words.caseStudies,
  [routes.faq]: words.faq,
  [routes.blog]: words.footer.blog,
});

export async function getHeader(path: string, title: string) {
  const words = await getPage('shared');
  const links = await getLinks(path, title);
  const hasStudies = (await getCaseStudies()).length > 0;
  return {
    name: site.name,
    home: { href: routes.home, label: words.home },
    menu: words.menu,
    pages: [
      { href: routes.home, label: words.home },
      { href: routes.about, label: words.about },
      { href: routes.services, label: words.services },
      { href: routes.contact, label: words.contact },
    ] satisfies Link[],
    /** Only in the menu of a phone. */
    more: [
      ...(hasStudies ? [{ href: routes.caseStudies, label: words.caseStudies }] : []),
      { href: routes.faq, label: words.faq },
    ] satisfies Link[],
    call: links.firstCall,
    partner: links.partnerships(words.partner),
  };
}

export async function getFooter(path: string, title: string) {
  const { footer } = await getPage('shared');
  const links = await getLinks(path, title);
  const services = await getServices();
  const hasStudies = (await getCaseStudies()).length > 0;
  const legal = await getLegal();
  return {
    name: site.name,
    legalName: site.legalName,
    email: site.contactEmail,
    description: site.description,
    particulars: particularsOf(site, footer),
    words: footer,
    columns: [
      {
        title: footer.services,
        links: services.map(({ id, title, shortTitle }) => ({
          href: servicePath(id),
          label: shortTitle ?? title,
        })),
      },
      {
        title: footer.company,
        links: [
          { href: routes.about, label: footer.about },
          ...(hasStudies ? [{ href: routes.caseStudies, label: footer.caseStudies }] : []),
          { href: routes.blog, label: footer.blog },
          { href: routes.contact, label: footer.contact },
        ],
      },
      {
        title: footer.connect,
        links: [links.partnerships(site.partnershipsEmail), links.calendar(footer.booking)].filter(
          (link) => link !== undefined,
        ),
      },
    ] satisfies { title: string; links: Link[] }[],
    social: leadingAnywhere([
      { icon: 'linkedIn', link: links.linkedIn(footer.linkedIn) },
      { icon: 'x', link: links.x(footer.x) },
    ]),
    sisters: site.sisterSites.map(({ name, url }) => links.away(url, name)),
    legal: legalPaths.map((href) => ({
      href,
      label: legal.find(({ id }) => `/${id}` === href)?.data.title ?? '',
    })),
    badges: await getClaims(footer.badges),
  };
}

/** Legal particulars, which some countries require on every page. */
function particularsOf({ legal, contactEmail }: Site, words: Words['footer']): string[] {
  const { companyNumber, postalAddress, telephone, contactPerson } = legal;
  const line = (label: string, text: string | undefined) => (text ? [`${label}: ${text}`] : []);
  return [
    ...line(words.companyNumber, companyNumber),
    ...line(words.registeredOffice, postalAddress),
    ...line(words.telephone, telephone),
    ...line(words.queries, contactPerson && `${contactPerson}, ${contactEmail}`),
  ];
}

/** Breadcrumbs from the home page, each labelled as in the header or footer. */
export function trailTo(path: string, title: string, header: HeaderData, footer: FooterData): Link[] {
  if (path === routes.home) return [];
  const named: Link[] = [...header.pages, ...footer.columns.flatMap(({ links }) => links), ...footer.legal];
  const above = path.startsWith(`${routes.blog}/`) ? [routes.home, routes.blog] : [routes.home];
  return [...above, path].map((href) => ({
    href,
    label: named.find((link) => link.href === href)?.label ?? title,
  }));
}

export type HeaderData = Awaited<ReturnType<typeof getHeader>>;
export type FooterData = Awaited<ReturnType<typeof getFooter>>;

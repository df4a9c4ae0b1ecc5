import { describe, expect, it } from 'vitest';
import { graphOf, type Shown } from './graph.ts';

const firm = {
  name: 'Firm',
  legalName: 'Firm Limited',
  description: 'What it does.',
  url: 'https://firm.example',
  logo: '/icon.png',
  partnershipsEmail: 'us@firm.example',
  linkedInUrl: 'https://profiles.example/firm',
  xUrl: 'https://notes.example/firm',
  founder: { name: 'Ana', role: 'Founder' },
};

type Node = Record<string, unknown>;
/** What is told of a page that shows this, by type. */
function told(shows: Shown, page = {}): Record<string, Node> {
  const head = { path: '/page', title: 'Title', description: 'Description.', trail: [], shows };
  const nodes = graphOf(firm, { ...head, ...page })['@graph'] as unknown as Node[];
  return Object.fromEntries(nodes.map((node) => [node['@type'], node]));
}
const named = {
  '@type': 'Organization',
  '@id': expect.any(String),
  name: firm.name,
  url: 'https://firm.example/',
};

describe('the firm', () => {
  it('is a name and an address where a page shows no more of it', () => {
    expect(told({}).Organization).toEqual(named);
  });

  it('is told with its profiles where it presents itself, without what the owner has not filled in', () => {
    for (const shown of [{}, { people: [] }, { address: undefined, companyUrl: undefined }])
      expect(told({ firm: shown }).Organization).toEqual({
        ...named,
        legalName: firm.legalName,
        description: firm.description,
        logo: 'https://firm.example/icon.png',
        email: firm.partnershipsEmail,
        sameAs: [firm.linkedInUrl, firm.xUrl],
      });
  });

  it('has no profiles where the firm has none', () => {
    const { linkedInUrl: _linkedIn, xUrl: _x, ...young } = firm;
    const page = { path: '/', title: 'Title', description: 'Description.', trail: [], shows: { firm: {} } };
    expect(graphOf(young, page)['@graph'][0]).not.toHaveProperty('sameAs');
  });

  it('has a company site and an address where the page shows them', () => {
    expect(
      told({ firm: { companyUrl: 'https://parent.example', address: '1 Road' } }).Organization,
    ).toMatchObject({
      sameAs: [firm.linkedInUrl, firm.xUrl, 'https://parent.example'],
      address: '1 Road',
    });
  });

  it('has a founder and others who work there, each with what is known of them', () => {
    const people = [
      { name: 'Bo', role: 'Lead' },
      {
        name: 'Ana',
        role: 'Founder',
        linkedInUrl: 'https://profiles.example/ana',
        picture: { src: '/ana.webp' },
      },
      { name: 'Chi', role: 'Adviser' },
    ];
    const { founder, employee } = told({ firm: { people } }).Organization ?? {};
    expect(founder).toEqual([
      {
        '@type': 'Person',
        '@id': expect.any(String),
        name: 'Ana',
        jobTitle: 'Founder',
        sameAs: 'https://profiles.example/ana',
        image: 'https://firm.example/ana.webp',
      },
    ]);
    expect(employee).toEqual([
      { '@type': 'Person', name: 'Bo', jobTitle: 'Lead' },
      { '@type': 'Person', name: 'Chi', jobTitle: 'Adviser' },
    ]);
  });

  it('has no founder where the page shows none, and nobody else where the founder is alone', () => {
    expect(told({ firm: { people: [{ name: 'Bo', role: 'Lead' }] } }).Organization).not.toHaveProperty(
      'founder',
    );
    expect(told({ firm: { people: [firm.founder] } }).Organization).not.toHaveProperty('employee');
  });
});

describe('a page', () => {
  it('has no trail where it is the first, and else one with every step', () => {
    expect(told({})).not.toHaveProperty('BreadcrumbList');
    expect(told({}).WebPage).not.toHaveProperty('breadcrumb');
    const trail = [
      { href: '/', label: 'Home' },
      { href: '/page', label: 'Here' },
    ];
    const { BreadcrumbList, WebPage } = told({}, { trail });
    expect(WebPage?.breadcrumb).toEqual({ '@id': BreadcrumbList?.['@id'] });
    expect(BreadcrumbList?.itemListElement).toEqual([
      { '@type': 'ListItem', position: 1, name: 'Home', item: 'https://firm.example/' },
      { '@type': 'ListItem', position: 2, name: 'Here', item: 'https://firm.example/page' },
    ]);
  });

  it('tells when it was changed, and what it is', () => {
    expect(told({}).WebPage).not.toHaveProperty('dateModified');
    expect(told({ changed: '2025-01-02' }).WebPage?.dateModified).toBe('2025-01-02');
    expect(told({ type: 'AboutPage' })).toHaveProperty('AboutPage');
    expect(told({ type: 'ContactPage' })).toHaveProperty('ContactPage');
  });

  it.each([0, 1, 3])('holds %i services, questions or entries of a list', (count) => {
    const items = Array.from({ length: count }, (_, i) => ({
      href: `/page#${i}`,
      title: `Title ${i}`,
      description: `Description ${i}.`,
      question: `Question ${i}?`,
      answer: `Answer ${i}.`,
    }));
    const { WebPage, Service } = told({ services: items });
    expect(WebPage?.mainEntity ?? []).toEqual(
      items.map(({ href }) => ({ '@id': `https://firm.example${href}` })),
    );
    expect(Service?.name).toBe(items.at(-1)?.title);
    const { FAQPage } = told({ questions: items });
    expect(FAQPage?.mainEntity ?? []).toEqual(
      items.map(({ href, question, answer }) => ({
        '@type': 'Question',
        url: `https://firm.example${href}`,
        name: question,
        acceptedAnswer: { '@type': 'Answer', text: answer },
      })),
    );
    const { CollectionPage } = told({ list: items });
    expect((CollectionPage?.mainEntity as Node | undefined)?.itemListElement ?? []).toEqual(
      items.map(({ href, title }, i) => ({
        '@type': 'ListItem',
        position: i + 1,
        url: `https://firm.example${href}`,
        name: title,
      })),
    );
  });

  it('is an article by whoever wrote it, with a picture where it has one', () => {
    const article = { date: '2025-01-02', category: 'Essays', by: firm.founder };
    const { BlogPosting, WebPage } = told({ article }, { picture: '/share.png' });
    expect(WebPage?.mainEntity).toEqual([{ '@id': BlogPosting?.['@id'] }]);
    expect(BlogPosting).toMatchObject({
      headline: 'Title',
      description: 'Description.',
      datePublished: '2025-01-02',
      articleSection: 'Essays',
      author: { name: 'Ana', jobTitle: 'Founder' },
      image: 'https://firm.example/share.png',
    });
    expect(told({ article }).BlogPosting).not.toHaveProperty('image');
    expect(told({ article }).BlogPosting?.author).toHaveProperty('@id');
    const other = { ...article, by: { name: 'Bo', role: 'Lead' } };
    expect(told({ article: other }).BlogPosting?.author).toEqual({
      '@type': 'Person',
      name: 'Bo',
      jobTitle: 'Lead',
    });
  });
});

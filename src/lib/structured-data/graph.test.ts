import { expect, it } from 'vitest';
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
function told(shows: Shown, page = {}, by: Parameters<typeof graphOf>[0] = firm): Record<string, Node> {
  const head = { path: '/page', title: 'Title', description: 'Description.', trail: [], shows };
  const nodes = graphOf(by, { ...head, ...page })['@graph'] as unknown as Node[];
  return Object.fromEntries(nodes.map((node) => [node['@type'], node]));
}

it('the firm is a name and an address where a page shows no more of it', () => {
  expect(told({}).Organization).toEqual({
    '@type': 'Organization',
    '@id': expect.any(String),
    name: 'Firm',
    url: 'https://firm.example/',
  });
});

it('the firm has what the owner has filled in where it presents itself, and nothing else', () => {
  expect(told({ firm: { people: [], address: undefined, companyUrl: undefined } }).Organization).toEqual({
    ...told({}).Organization,
    legalName: 'Firm Limited',
    description: 'What it does.',
    logo: 'https://firm.example/icon.png',
    email: 'us@firm.example',
    sameAs: [firm.linkedInUrl, firm.xUrl],
  });
  const { linkedInUrl: _linkedIn, xUrl: _x, ...young } = firm;
  expect(told({ firm: {} }, {}, young).Organization).not.toHaveProperty('sameAs');
  const shown = { companyUrl: 'https://parent.example', address: '1 Road' };
  expect(told({ firm: shown }).Organization).toMatchObject({
    sameAs: [firm.linkedInUrl, firm.xUrl, 'https://parent.example'],
    address: '1 Road',
  });
  expect(told({ firm: { companyUrl: 'https://firm.example' } }).Organization).toMatchObject({
    sameAs: [firm.linkedInUrl, firm.xUrl],
  });
});

it('the people of the firm are its founder and others who work there, each with what is known of them', () => {
  const ana = { ...firm.founder, linkedInUrl: 'https://profiles.example/ana', picture: { src: '/ana.webp' } };
  const bo = { name: 'Bo', role: 'Lead' };
  const { founder, employee } = told({ firm: { people: [bo, ana] } }).Organization ?? {};
  expect(founder).toMatchObject([
    { name: 'Ana', jobTitle: 'Founder', sameAs: ana.linkedInUrl, image: 'https://firm.example/ana.webp' },
  ]);
  expect(employee).toEqual([{ '@type': 'Person', name: 'Bo', jobTitle: 'Lead' }]);
  expect(told({ firm: { people: [bo] } }).Organization).not.toHaveProperty('founder');
  expect(told({ firm: { people: [ana] } }).Organization).not.toHaveProperty('employee');
});

it('an article is by whoever wrote it, with a picture where it has one', () => {
  const article = { date: '2025-01-02', category: 'Essays', by: firm.founder };
  const { BlogPosting } = told({ article }, { picture: '/share.png' });
  expect(BlogPosting).toMatchObject({
    headline: 'Title',
    datePublished: '2025-01-02',
    author: { '@id': expect.any(String), name: 'Ana', jobTitle: 'Founder' },
    image: 'https://firm.example/share.png',
  });
  expect(told({ article }).BlogPosting).not.toHaveProperty('image');
  const other = { ...article, by: { name: 'Bo', role: 'Lead' } };
  const bo = { '@type': 'Person', name: 'Bo', jobTitle: 'Lead' };
  expect(told({ article: other }).BlogPosting?.author).toEqual(bo);
});

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
/** The data of a page that shows this, by type. */
function dataOf(shows: Shown, page = {}, by: Parameters<typeof graphOf>[0] = firm): Record<string, Node> {
  const head = { path: '/page', title: 'Title', description: 'Description.', trail: [], shows };
  const nodes = graphOf(by, { ...head, ...page })['@graph'] as unknown as Node[];
  return Object.fromEntries(nodes.map((node) => [node['@type'], node]));
}

it('the firm has only a name and an address on a page that shows no more of it', () => {
  expect(dataOf({}).Organization).toEqual({
    '@type': 'Organization',
    '@id': expect.any(String),
    name: 'Firm',
    url: 'https://firm.example/',
  });
});

it('the firm has exactly what the owner filled in on a page that presents it', () => {
  expect(dataOf({ firm: { people: [], companyUrl: undefined } }).Organization).toEqual({
    ...dataOf({}).Organization,
    legalName: 'Firm Limited',
    description: 'What it does.',
    logo: 'https://firm.example/icon.png',
    email: 'us@firm.example',
    sameAs: [firm.linkedInUrl, firm.xUrl],
  });
  const { linkedInUrl: _linkedIn, xUrl: _x, ...young } = firm;
  expect(dataOf({ firm: {} }, {}, young).Organization).not.toHaveProperty('sameAs');
  const shown = { companyUrl: 'https://parent.example' };
  expect(dataOf({ firm: shown }, {}, { ...firm, address: '1 Road' }).Organization).toMatchObject({
    sameAs: [firm.linkedInUrl, firm.xUrl, 'https://parent.example'],
    address: '1 Road',
  });
  expect(dataOf({ firm: { companyUrl: 'https://firm.example' } }).Organization).toMatchObject({
    sameAs: [firm.linkedInUrl, firm.xUrl],
  });
});

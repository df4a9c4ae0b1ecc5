import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'astro/zod';
import { stringify } from 'yaml';
import { siteSchema } from '../../src/config/site-schema.ts';
import { pageSchemas } from '../../src/schemas/pages.ts';

/** A firm of the tests' own: unit tests read neither site.config.ts nor content/, which belong to the owner. */
export const firm = siteSchema.parse({
  name: 'Small Firm',
  legalName: 'Small Firm Limited',
  description: 'What the firm does.',
  url: 'https://firm.example',
  partnershipsEmail: 'partners@firm.example',
  contactEmail: 'hello@firm.example',
  securityEmail: 'security@firm.example',
  founder: { name: 'Ana', role: 'Founder' },
});

const description = 'A description that is long enough for search engines to show it.';
const result = {
  metric: 'Orders',
  value: '40',
  icon: 'orders',
  before: 30,
  after: 40,
  unit: '',
  better: 'higher',
};

/** One of everything, by file: front matter and text for a .md, fields for a .yaml. */
const files: Record<string, unknown> = {
  'claims.yaml': [
    {
      id: 'a-claim',
      wording: '2 days',
      basis: 'A log.',
      status: 'confirmed',
      asOf: '2026-01-01',
      reviewBy: '2999-01-01',
    },
  ],
  'faq.yaml': [
    { heading: 'Fees', items: [{ id: 'a-question', question: 'How much?', answer: 'It depends.' }] },
  ],
  'redirects.yaml': [],
  'services/1-a-service.yaml': {
    title: 'A service',
    subtitle: 'A line under it',
    summary: 'One sentence on it.',
    description: 'What we do.',
    outcomes: ['One', 'Two', 'Three'],
    color: 'teal',
    icon: 'growth',
  },
  'case-studies/1-a-study.yaml': {
    status: 'confirmed',
    title: 'A shop that held',
    industry: 'A trade',
    summary: 'One sentence.',
    description,
    challenge: 'What was wrong.',
    solution: 'What was done.',
    results: [result, result, result, result].map((each) => ({ ...each })),
    technologies: ['A tool'],
    timeline: '2 months',
    practice: 'a-service',
  },
  'people/1-a-person.yaml': { name: 'Ada Example', role: 'Adviser', status: 'confirmed' },
  // Its text begins in line 10.
  'posts/an-article.md': {
    title: 'A title',
    excerpt: 'What the card says.',
    description,
    category: 'Essays',
    date: '2026-01-10',
    featured: true,
  },
  'legal/terms-of-service.md': { title: 'Terms', description, summary: 'In short.', changed: '2026-01-01' },
  ...Object.fromEntries(
    Object.entries(pageSchemas([])).map(([name, schema]) => [
      `pages/${name}.yaml`,
      least(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })),
    ]),
  ),
};

/** The words of the contact page, with distinct words in the mails. */
export const contactWords = {
  ...pageSchemas([]).contact.parse(files['pages/contact.yaml']),
  mail: {
    subject: 'New enquiry',
    message: 'What they wrote',
    doubt: 'Perhaps spam',
    reference: 'Number',
    received: 'Came in',
    setAsideOne: '1 was set aside since {since}',
    setAside: '{count} were set aside since {since}',
    setAsideLook: 'See',
  },
  acknowledgement: { subject: 'We have it', text: 'Thank you for writing.' },
};

const texts = Object.entries(files).map(([name, fields]): [name: string, text: string] => {
  const yaml = stringify(fields);
  return [name, name.endsWith('.md') ? `---\n${yaml}---\n\nA text.\n` : yaml];
});

/** Writes a content/ folder below the root that is right, and holds no more than it must. */
export function writeSmallContent(root: string): void {
  for (const [name, text] of texts) {
    const path = join(root, 'content', name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}

interface JsonSchema {
  type?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  minItems?: number;
  minLength?: number;
  minimum?: number;
}

/** The least that a page's schema takes; most texts are the name of their field. */
function least(schema: object, name = ''): unknown {
  const {
    type,
    properties = {},
    required = [],
    items = {},
    minItems = 0,
    minLength = 0,
    minimum = 0,
  } = schema as JsonSchema;
  if (type === 'object')
    return Object.fromEntries(required.map((field) => [field, least(properties[field] ?? {}, field)]));
  if (type === 'array') return Array.from({ length: minItems }, () => least(items, 'Essays'));
  if (type === 'integer') return minimum;
  if (name === 'question') return 'a-question';
  if (name === 'change') return '{before} to {after}';
  return `${name} `.repeat(Math.ceil(minLength / (name.length + 1))).trim();
}

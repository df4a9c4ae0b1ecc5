import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SiteInput } from '../../src/config/site-schema.ts';
import type { ProjectCopy } from './project-copy.ts';

/** As if the owner had checked everything. */
export function confirmAll({ root, edit }: ProjectCopy): void {
  const days = '\n  asOf: 2026-01-01\n  reviewBy: 2036-01-01';
  for (const file of globSync('content/**/*.{yaml,md}', { cwd: root }))
    if (/status: example$/m.test(readFileSync(join(root, file), 'utf8')))
      edit(file, (text) =>
        text.replace(/status: example$/gm, `status: confirmed${file.endsWith('claims.yaml') ? days : ''}`),
      );
}

/** An identity that is still the example. */
export const exampleSite = {
  name: 'Firm',
  legalName: 'Firm Limited',
  description: 'What the firm does.',
  status: 'example',
  url: 'https://firm.example',
  partnershipsEmail: 'partners@firm.example',
  contactEmail: 'hello@firm.example',
  securityEmail: 'security@firm.example',
  bookingUrl: 'https://booking.example/firm',
  sisterSites: [{ name: 'Sister', url: 'https://sister.example' }],
  founder: { name: 'Ada Example', role: 'Founder' },
} satisfies SiteInput;

/** An identity without an example in it. */
export const realSite = {
  ...exampleSite,
  name: 'A Real Firm',
  legalName: 'A Real Firm Limited',
  status: 'confirmed',
  url: 'https://a-real-firm.com',
  partnershipsEmail: 'partners@a-real-firm.com',
  contactEmail: 'hello@a-real-firm.com',
  securityEmail: 'security@a-real-firm.com',
  bookingUrl: 'https://booking.com/a-real-firm',
  companyUrl: 'https://a-real-company.com',
  linkedInUrl: 'https://linkedin.com/company/a-real-firm',
  xUrl: 'https://x.com/a-real-firm',
  sisterSites: [
    { name: 'One', url: 'https://one-sister.com' },
    { name: 'Two', url: 'https://two-sister.com' },
  ],
  founder: { name: 'Ana Real', role: 'Founder' },
  legal: {
    country: 'India',
    telephone: '+91 22 0000 0000',
    contactPerson: 'Ana Real',
    grievanceOfficer: 'Ana Real, hello@a-real-firm.com',
    postalAddress: '1 Real Street, Mumbai',
    companyNumber: 'U00000MH2020PTC000000',
    register: 'Registrar of Companies, Mumbai',
    dataContact: 'data@a-real-firm.com',
    governingLaw: 'India',
    courts: 'Mumbai',
    readOn: '2036-01-01',
  },
} satisfies SiteInput;

/**
 * EDIT ME: who the firm is. Every name and address on the site comes from this file.
 * A mistake stops the build with a sentence that names the field and what is wanted.
 */
import type { SiteInput } from './src/config/site-schema.ts';

export default {
  name: 'ExCoE',
  legalName: 'ExCoE Advisory Private Limited',
  description:
    'Senior technology, growth, design and AI leadership for D2C and e-commerce founders, as an extended Centre of Excellence office.',
  // 'confirmed' once the three lines above are your firm's own.
  status: 'example',
  url: 'https://excoe.example',
  partnershipsEmail: 'partnerships@excoe.example',
  contactEmail: 'hello@excoe.example',
  // For reports of security holes.
  securityEmail: 'security@excoe.example',
  // Leave out what you do not have, up to and including sisterSites: whatever shows it goes with it. Without a booking
  // page, buttons that offer a meeting lead to the contact form.
  bookingUrl: 'https://booking.example/excoe/partnership-call',
  companyUrl: 'https://company.example',
  linkedInUrl: 'https://linkedin.example/company/excoe',
  xUrl: 'https://x.example/excoe',
  sisterSites: [
    { name: 'Foundry Circle', url: 'https://foundry-circle.example' },
    { name: 'Bridge Studio', url: 'https://bridge-studio.example' },
  ],
  // The privacy policy promises it, and the site keeps to it.
  retentionMonths: 24,
  // true: the site counts how often each page is opened, by day and referring site, and nothing about who opens it. The
  // legal texts then say so; npm run visits shows the count.
  countVisits: false,
  // What the law requires you to say about the firm. The legal texts leave out whatever is missing here. The fields:
  // country, postalAddress, companyNumber, register, telephone, contactPerson (who answers questions and complaints),
  // dataContact, dpo, euRepresentative, ukRepresentative, grievanceOfficer, bookingProvider (who runs the booking page),
  // webhookRecipient, governingLaw, courts, and readOn: the day on which you or your lawyer last read the legal texts.
  // The foot of every page shows the number, the address, the telephone and the person that are given.
  legal: {},
  founder: {
    name: 'Asha Example',
    role: 'Founder and Principal Adviser',
  },
} satisfies SiteInput;

import { z } from 'astro/zod';
import { status } from '../schemas/fields.ts';

const address = (what: string) =>
  z
    .url()
    .regex(/^https:\/\/[^\s/]\S*[^\s/]$/)
    .describe(`${what}, ${FORM}`);
const FORM = 'beginning with https:// and without a slash at its end';

/** Without it, everything that would show it is left out. */
const addressIfAny = (what: string) =>
  address(what).optional().describe(`${what}, ${FORM}; leave the line out if there is none`);

const email = (what: string) => z.email().describe(`${what}, such as hello@firm.example`);

const text = (what: string, most: number) =>
  z.string().trim().min(1).max(most).describe(`${what}, 1 to ${most} characters long`);

/** Details that the law requires of a firm. The legal texts leave out missing ones. */
const legal = z
  .strictObject({
    country: text('the country from which the firm works', 60),
    postalAddress: text('the postal address, in one line', 200),
    companyNumber: text('the number under which the company is registered', 60),
    telephone: text('the telephone number for visitors', 40),
    contactPerson: text('the name of the person who answers questions and complaints', 80),
    register: text('the register that holds the number, such as the Registrar of Companies, Mumbai', 120),
    dataContact: email('the address for questions about personal data'),
    dpo: text('the data protection officer, and how to reach them', 200),
    euRepresentative: text('the representative in the European Union, and how to reach them', 200),
    ukRepresentative: text('the representative in the United Kingdom, and how to reach them', 200),
    grievanceOfficer: text('the grievance officer for India, and how to reach them', 200),
    bookingProvider: text('the company that runs the booking page, if another does', 120),
    webhookRecipient: text('who receives each enquiry by webhook, if anybody', 120),
    governingLaw: text('the country or state whose law governs the terms, such as India', 80),
    courts: text('the place whose courts decide, such as Mumbai', 80),
    readOn: z.iso
      .date()
      .describe('the day on which the legal texts were last read and confirmed, as YYYY-MM-DD'),
  })
  .partial()
  .describe('what the law asks a firm to say of itself');

export const legalFields = legal.keyof().options;

export const siteSchema = z
  .strictObject({
    name: text('the firm’s name as visitors read it', 40),
    legalName: text('the registered name, for the legal pages and the copyright line', 80),
    description: text('one sentence that says what the firm does', 200),
    status: status.optional(),
    url: z
      .url()
      .regex(/^https?:\/\/[^\s/?#@]+$/)
      .describe(
        'the address of this site, such as https://firm.example, without a path or a slash at its end',
      ),
    partnershipsEmail: email('the e-mail address for partnerships'),
    contactEmail: email('the e-mail address that the contact form writes to'),
    securityEmail: email('the e-mail address for reports of security holes'),
    bookingUrl: addressIfAny('the page where a visitor books a meeting'),
    companyUrl: addressIfAny('the company website'),
    linkedInUrl: addressIfAny('the LinkedIn page'),
    xUrl: addressIfAny('the X page'),
    sisterSites: z
      .array(
        z
          .strictObject({
            name: text('the sister site’s name', 40),
            url: address('the sister site’s address'),
          })
          .describe('a name and an address'),
      )
      .max(12)
      .default([])
      .describe('up to twelve sister sites, each with a name and an address'),
    retentionMonths: z
      .number()
      .int()
      .min(1)
      .max(120)
      .default(24)
      .describe('after how many months a message is deleted, a whole number from 1 to 120'),
    countVisits: z
      .boolean()
      .default(false)
      .describe('whether page views are counted by day and referring site: true or false'),
    legal: legal.default({}),
    founder: z
      .strictObject({
        name: text('the founder’s name', 60),
        role: text('what they are in the firm', 60),
      })
      .describe('the founder’s name and role; an article without an `author` is by them'),
  })
  .describe('the firm’s identity');

export type SiteInput = z.input<typeof siteSchema>;
export type Site = z.output<typeof siteSchema>;

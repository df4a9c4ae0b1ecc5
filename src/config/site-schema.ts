import { z } from 'astro/zod';

const address = (what: string) =>
  z
    .url()
    .regex(/^https:\/\/[^\s/]\S*[^\s/]$/)
    .describe(`${what}, beginning with https:// and without a slash at its end`);

const email = (what: string) => z.email().describe(`${what}, such as hello@firm.example`);

const text = (what: string, most: number) =>
  z.string().trim().min(1).max(most).describe(`${what}, 1 to ${most} characters long`);

const person = z.strictObject({
  name: text('the person’s name', 60),
  role: text('what they are in the firm', 60),
  sentence: text('one sentence about them', 160).optional(),
  linkedInUrl: address('their LinkedIn page').optional(),
  portrait: text('the name of a picture in content/people, such as asha.jpg', 80).optional(),
});

export const siteSchema = z
  .strictObject({
    name: text('the firm’s name as visitors read it', 40),
    legalName: text('the registered name, for the legal pages and the copyright line', 80),
    description: text('one sentence that says what the firm does', 200),
    url: z
      .url()
      .regex(/^https?:\/\/[^\s/?#@]+$/)
      .describe(
        'the address of this site, such as https://firm.example, without a path or a slash at its end',
      ),
    partnershipsEmail: email('the e-mail address for partnerships'),
    contactEmail: email('the e-mail address that the contact form writes to'),
    bookingUrl: address('the page where a visitor books a meeting'),
    companyUrl: address('the company website'),
    linkedInUrl: address('the LinkedIn page'),
    xUrl: address('the X page'),
    sisterSites: z
      .array(
        z
          .strictObject({
            name: text('the sister site’s name', 40),
            url: address('the sister site’s address'),
          })
          .describe('a name and an address'),
      )
      .length(2)
      .describe('two sister sites, each with a name and an address'),
    retentionMonths: z
      .number()
      .int()
      .min(1)
      .max(120)
      .default(24)
      .describe('after how many months a message is deleted, a whole number from 1 to 120'),
    founder: person.describe('the founder’s name and role, and what else is known; every article is by them'),
    team: z
      .array(person)
      .max(5)
      .default([])
      .describe('up to five people besides the founder, each with a name, a role and the like'),
  })
  .describe('the firm’s identity');

export type SiteInput = z.input<typeof siteSchema>;
export type Site = z.output<typeof siteSchema>;

import { z } from 'astro/zod';
import { enquiryErrors, enquiryFields } from '../lib/enquiry.ts';
import { claimId } from './claim.ts';
import { description, line, resultNumber, status, studyId } from './fields.ts';

/** One schema per screen, in the order in which the screen is read. */
export const pageSchemas = (claimIds: readonly string[]) => {
  const claim = claimId(claimIds);
  const claims = z
    .array(claim)
    .nullish()
    .transform((ids) => ids ?? [])
    .describe('a list of claim ids, or nothing for none');
  const stats = group({ heading, claims }).nullish();

  return {
    home: z.strictObject({
      head,
      hero: group({
        audience: label,
        heading,
        lead,
        partnerships: label,
        booking: label,
        study: studyId.optional(),
        facts: claims,
      }),
      problem: group({
        heading,
        lead,
        pressures: z.array(point).length(4).describe('exactly four pressures, each a title and a text'),
        faq: label,
        gap: group({
          heading,
          lead,
          points: z.array(point).length(4).describe('exactly four points, each a title and a text'),
        }),
        result: group({ heading, text: lead, booking: label, caseStudies: label }),
      }),
      solution: group({
        heading,
        lead,
        cards: z.array(point).length(6).describe('exactly six cards, each a title and a text'),
        services: label,
      }),
      audience: group({
        heading,
        lead,
        founders: z
          .array(
            group({
              title: label,
              situation: line('where they stand', 120),
              change: line('what changes', 200),
            }),
          )
          .length(3)
          .describe('exactly three kinds of founder'),
        quote: quote.nullish(),
        figure: z.strictObject({ study: studyId, result: resultNumber }).optional(),
        booking: label,
        caseStudies: label,
      }),
      services: group({ heading, lead, action: label }),
      engagement: group({
        heading,
        lead,
        aspects: group({ features: label, shape: label, fits: label, ends: label }),
        models: z
          .array(
            group({
              name: label,
              badge: label.optional(),
              summary: line('the model in a few words', 80),
              features: z.array(label).length(3).describe('exactly three features'),
              shape: line('how it runs', 120),
              fits: line('when to choose it', 120),
              ends: line('how it ends', 120),
            }),
          )
          .length(3)
          .describe('exactly three engagement models'),
        ask: line('the link under each model, with {model}', 60),
        faq: label,
        process: group({
          heading,
          steps: z.array(point).length(3).describe('exactly three steps, each a title and a text'),
        }),
        why: group({
          heading,
          points: z.array(point).min(1).describe('points, each a title and a text'),
          facts: claims,
        }),
      }),
      closing: group({
        heading,
        lead,
        figure: label,
        contact: group({ heading, email: label, booking: label, website: label }),
      }),
    }),

    about: z.strictObject({
      head,
      hero: group({ heading, lead }),
      people: group({ heading, lead }),
      philosophy: group({
        heading,
        paragraphs: z.array(line('a paragraph', 600)).min(1).describe('paragraphs'),
        partnerships: label,
        linkedIn: label,
      }),
      stats,
      roleAndPromise: group({ heading, role: point, promise: point }),
      quote: group({ heading, text: line('the quote', 200), attribution: label, status }).nullish(),
      doors,
      closing: group({ heading, lead, action: label }),
    }),

    services: z.strictObject({
      head,
      hero: group({ heading, lead }),
      services: group({ outcomes: label, action: label }),
      partner: group({
        heading,
        lead,
        habits: z.array(point).length(5).describe('exactly five habits, each a title and a text'),
        partnerships: label,
        booking: label,
      }),
      firstWeeks: group({
        heading,
        lead,
        answer,
        days: z
          .array(
            group({
              title: label,
              days: z.number().int().min(1).max(5).describe('how many working days it takes, 1 to 5'),
              text: line('a sentence or two', 280),
            }),
          )
          .min(2)
          .max(10)
          .describe('two to ten steps, each a title, its days and a text'),
      }),
      fee: group({
        heading,
        lead,
        answer,
        points: z.array(point).min(2).max(8).describe('two to eight points, each a title and a text'),
      }),
      doors,
      closing: group({ heading, lead, action: label }),
    }),

    contact: z.strictObject({
      head,
      hero: group({ heading, lead }),
      channels: group({
        heading,
        partnerships: point,
        booking: action,
        website: point,
        linkedIn: action,
        emergency: group({ text: sentence, action: label, subject: label }),
      }),
      form: group({
        heading,
        lead,
        // A label for each field, and a hint where one helps.
        fields: group({
          ...byName(enquiryFields, label),
          ...byName(
            enquiryFields.map((field) => `${field}Hint` as const),
            line('a hint', 120).optional(),
          ),
        }),
        optional: label,
        privacy: line('the privacy line under the form', 200),
        privacyLink: label,
        submit: label,
        errors: group({
          title: line('what the page’s title begins with while something is wrong', 20),
          heading,
          ...byName(enquiryErrors, sentence),
        }),
        trap: line('what a screen reader says of the field that must stay empty', 120),
        sending: group({ heading, again: sentence, button: label }),
        sent: group({
          heading,
          text: sentence,
          reference: label,
          next: sentence,
          action: label,
          another: label,
        }),
        failed: group({
          heading,
          unknown: heading,
          offline: sentence,
          unavailable: sentence,
          busy: sentence,
          conflict: sentence,
          tooLarge: sentence,
          unreadable: sentence,
          tooMany: sentence,
          closed: sentence,
          full: sentence,
          text: sentence,
          again: label,
          action: label,
          otherwise: label,
        }),
        dismiss: label,
      }),
      mail: group({
        subject: line('the subject of the mail to the firm; reference, name and company follow it', 80),
        message: label,
        doubt: line('the words before the reason why a message may be spam', 30),
        reference: label,
        received: label,
        setAsideOne: line(
          'the daily mail about one message that was set aside; {since} stands for when',
          120,
        ),
        setAside: line('the same for several; {count} and {since} stand for how many and since when', 120),
        setAsideLook: line('the words before the commands that show them', 120),
      }),
      acknowledgement: group({
        subject: line('the subject of the mail to the visitor', 80),
        text: z
          .string()
          .trim()
          .min(1)
          .max(800)
          .describe('the mail to the visitor, from greeting to sign-off; the reference follows it'),
      }),
      why: group({ heading, points: z.array(line('a reason', 200)).min(1).describe('reasons') }),
      call: group({ heading, text: sentence, action: label }),
      people: group({ heading }),
      doors,
    }),

    faq: z.strictObject({
      head,
      hero: group({ heading, lead }),
      answer: group({ link: label, copy: label, copied: label }),
      closing: group({ heading, lead, contact: label, booking: label }),
    }),

    'case-studies': z.strictObject({
      head,
      hero: group({ heading, lead }),
      stats,
      labels: group({
        industry: label,
        challenge: label,
        solution: label,
        results: label,
        technologies: label,
        timeline: label,
        before: label,
        after: label,
        above: line('how the picture is read above its line, with {timeline}', 80),
        below: line('how it is read below it', 80),
        forms: line('what the two kinds of form say', 80),
        practice: line('the link to the service behind a case study, with {service}', 60),
        change: line('how a change is set, with {before} and {after}', 40).refine(
          (text) => text.startsWith('{before}') && text.endsWith('{after}'),
          { error: 'a text that begins with {before} and ends with {after}' },
        ),
      }),
      ask: label,
      testimonial: group({ heading }),
      closing: group({ heading, lead, action: label, figure: label }),
    }),

    blog: z.strictObject({
      head,
      hero: group({ heading, lead }),
      categories: z
        .array(label)
        .min(1)
        .refine((names) => new Set(names).size === names.length, {
          error: 'categories that differ from each other',
        })
        .describe('the categories, in the order of their buttons'),
      list: group({
        all: label,
        filter: label,
        featured: label,
        allHeading: label,
        categoryHeading: label,
        article: label,
        articles: label,
        pageTitle: label,
        pageDescription: line('what search engines show under the {title} of such a page', 120),
        pages: label,
        page: label,
        newer: label,
        older: label,
        empty: sentence,
      }),
      article: group({
        back: label,
        by: label,
        revised: label,
        contents: label,
        share: label,
        callHeading: heading,
        callText: sentence,
        callAction: label,
        next: label,
        previous: label,
        doors,
      }),
      doors,
      closing: group({ heading, lead, action: label }),
    }),

    'not-found': z.strictObject({
      head,
      heading,
      text: sentence,
      action: label,
      caseStudies: label,
      faq: label,
    }),
    gone: z.strictObject({ head, heading, text: sentence, action: label }),
    error: z.strictObject({ head, heading, text: sentence, action: label }),
    unavailable: z.strictObject({ head, heading, text: sentence }),

    shared: z.strictObject({
      skip: label,
      menu: label,
      home: label,
      about: label,
      services: label,
      contact: label,
      partner: label,
      caseStudies: label,
      faq: label,
      booking: label,
      free: label,
      newTab: label,
      footer: group({
        services: label,
        company: label,
        connect: label,
        about: label,
        caseStudies: label,
        blog: label,
        contact: label,
        booking: label,
        linkedIn: label,
        x: label,
        ecosystem: label,
        and: label,
        rights: label,
        companyNumber: label,
        registeredOffice: label,
        telephone: label,
        queries: label,
        badges: claims,
      }),
      legal: group({ effective: label, changed: label, contents: label }),
      markup: group({ code: label, notes: label, backToText: label }),
      doors: group({ question: label, answer: label }),
      profile: line('the link to a person’s LinkedIn page, with {name}', 60),
    }),
  };
};

type PageSchemas = ReturnType<typeof pageSchemas>;
export type PageName = keyof PageSchemas;
export const pageNames = () => Object.keys(pageSchemas([])) as PageName[];
/** The words of every screen by its name. */
export type Pages = { [Name in PageName]: z.output<PageSchemas[Name]> };
export type Page<Name extends PageName> = Pages[Name];

function group<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.strictObject(shape).describe(`a group of the fields ${Object.keys(shape).join(', ')}`);
}

/** The same schema under several names. */
const byName = <Name extends string, Schema>(names: readonly Name[], schema: Schema) =>
  Object.fromEntries(names.map((name) => [name, schema])) as Record<Name, Schema>;

const label = line('a short label', 60);
const heading = line('a heading', 90);
const lead = line('a lead of one to three sentences', 320);
const sentence = line('a sentence or two', 200);
const point = group({ title: label, text: line('a sentence or two', 280) });
const action = group({ title: label, text: line('a sentence', 120), action: label });
const quote = group({ text: line('the quote', 240), attribution: label, status });
const answer = group({
  question: line('the id of a question of content/faq.yaml', 60),
  action: label,
});
const doors = group({
  // Without case studies, none is required.
  study: studyId.optional(),
  result: resultNumber.default(1),
  question: line('the id of a question of content/faq.yaml', 60),
});
export type DoorsChoice = z.output<typeof doors>;
const head = group({ title: line('the title in the browser’s tab', 60), description });

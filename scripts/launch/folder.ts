import type { Site } from '../../src/config/site-schema.ts';
import { loadContent } from '../../src/content/load.ts';
import { findExamples, isReserved } from '../../src/content/unfinished.ts';
import { done, type Finding, open, warning } from './finding.ts';
import { asFinding, type Folder, orDone } from './promises.ts';

const CONFIG = 'site.config.ts';

/** Findings about site.config.ts and content/. */
export function readFolder(root: string, site: Site): Folder {
  const content = loadContent(root, site);
  const { contactEmail, name, retentionMonths, legal } = site;
  return {
    findings: [
      ...orDone(
        [...checkNames(site), ...checkIdentity(site)],
        done('the firm’s own names and addresses', CONFIG),
      ),
      done(`security reports go to ${site.securityEmail}`, CONFIG),
      ...orDone(findExamples(content).map(asFinding), done('nothing is an example', 'content/')),
      ...checkLegal(
        site,
        content.legal.map(({ file, data }) => ({ file, changed: data.changed })),
      ),
    ],
    firm: { contactEmail, name, retentionMonths, webhookRecipient: legal.webhookRecipient },
    claims: content.claims.map(({ data }) => data),
  };
}

/** Only the owner knows whether a name that equals the template's is right. */
const checkNames = (site: Site): Finding[] =>
  site.status === 'example'
    ? (['name', 'legalName', 'description'] as const).map((field) =>
        open(
          `${field} has not been confirmed: ${site[field]}`,
          CONFIG,
          "Make it your own firm’s, then write status: 'confirmed' in site.config.ts.",
        ),
      )
    : [];

/** Reserved domains, and people called Example. */
function checkIdentity(site: Site): Finding[] {
  return textsIn(site)
    .filter(([, text]) => isExample(text))
    .map(([path, text]) => open(`${path} is an example: ${text}`, CONFIG, 'Replace it with your own.'));
}

function isExample(text: string): boolean {
  if (/^https?:/.test(text)) return isReserved(text);
  const [, domain] = /^\S+@(\S+)$/.exec(text) ?? [];
  return domain ? isReserved(`https://${domain}`) : /\bExample\b/.test(text);
}

function textsIn(value: unknown, path = ''): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => textsIn(item, path ? `${path}.${key}` : key));
}

const needed = [
  'country',
  'postalAddress',
  'companyNumber',
  'register',
  'dataContact',
  'governingLaw',
  'courts',
] as const;
/** Further fields that an Indian company has to show on its website. */
const neededInIndia = ['telephone', 'contactPerson', 'grievanceOfficer'] as const;
/** Only some firms must name these. */
const perhaps = ['dpo', 'euRepresentative', 'ukRepresentative'] as const;

function checkLegal({ legal, bookingUrl }: Site, texts: { file: string; changed: string }[]): Finding[] {
  const isIndian = legal.country?.trim().toLowerCase() === 'india';
  const must = [...needed, ...(isIndian ? neededInIndia : [])];
  const may = [
    ...perhaps,
    ...(isIndian ? [] : neededInIndia),
    ...(bookingUrl ? (['bookingProvider'] as const) : []),
  ];
  const given = [...must, ...may].filter((field) => legal[field]);
  const missing = must.filter((field) => !legal[field]);
  const unsure = may.filter((field) => !legal[field]);
  const { readOn } = legal;
  const unread = texts.filter(({ changed }) => !readOn || readOn < changed);
  return [
    ...given.map((field) => done(`legal.${field} is filled in`, CONFIG)),
    ...missing.map((field) =>
      open(
        `legal.${field} is empty`,
        CONFIG,
        'Fill it in; the footer and the legal texts leave out what is missing.',
      ),
    ),
    ...unsure.map((field) =>
      warning(`legal.${field} is empty`, CONFIG, 'Fill it in if the law requires you to.'),
    ),
    ...orDone(
      unread.map(({ file, changed }) =>
        open(
          `the text of ${changed} has not been confirmed`,
          file,
          'Have a lawyer read it, then set legal.readOn in site.config.ts to that day.',
        ),
      ),
      done(`the legal texts were confirmed on ${readOn}`, 'content/legal'),
    ),
  ];
}

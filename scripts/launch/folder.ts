import type { Site } from '../../src/config/site-schema.ts';
import { findExamples, isReserved } from '../../src/content/examples.ts';
import { overdueClaims } from '../../src/content/overdue.ts';
import { readContent } from '../../src/content/read.ts';
import type { Unfinished } from '../../src/content/unfinished.ts';
import type { Environment } from '../../src/server/environment.ts';
import { done, type Finding, open, warning } from './finding.ts';

const CONFIG = 'site.config.ts';

/** What the files of this folder say. */
export function checkFolder(root: string, site: Site, today: string): Finding[] {
  const content = readContent(root, site);
  const claims = content.claims().map(({ data }) => data);
  return [
    ...orDone(checkIdentity(site), done('the firm’s own names and addresses', CONFIG)),
    done(`security reports go to ${site.securityEmail}`, CONFIG),
    ...orDone(findExamples(root, site).map(settle), done('nothing is an example', 'content/')),
    ...orDone(
      overdueClaims(claims, today).map(settle),
      done('no claim is overdue for review', 'content/claims.yaml'),
    ),
    ...checkLegal(
      site,
      content.legal().map(({ file, data }) => ({ file, changed: data.changed })),
    ),
  ];
}

const orDone = (findings: Finding[], otherwise: Finding) => (findings.length > 0 ? findings : [otherwise]);

const settle = ({ file, what, how }: Unfinished): Finding =>
  open(what, file, `${how.charAt(0).toUpperCase()}${how.slice(1)}.`);

/** What .env makes the site do must be what the privacy policy says. */
export function checkPolicy(site: Site, { webhook, retentionDays }: Environment): Finding[] {
  const promised = Math.round((site.retentionMonths * 365) / 12);
  const findings: Finding[] = [];
  if (webhook && !site.legal.webhookRecipient)
    findings.push(
      open(
        'enquiries go to a webhook that the privacy policy does not name',
        'WEBHOOK_URL',
        'Name whoever runs it as legal.webhookRecipient in site.config.ts.',
      ),
    );
  if (!webhook && site.legal.webhookRecipient)
    findings.push(
      open(
        'the privacy policy names a webhook that .env does not',
        CONFIG,
        'Set WEBHOOK_URL in .env, or remove legal.webhookRecipient.',
      ),
    );
  if (retentionDays > promised)
    findings.push(
      open(
        `enquiries are kept for ${retentionDays} days; the privacy policy promises ${promised}`,
        'RETENTION_DAYS',
        'Remove the line from .env, and set retentionMonths in site.config.ts.',
      ),
    );
  return orDone(findings, done('the privacy policy agrees with .env', '.env'));
}

/** Addresses that nobody can own, and people called Example. */
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
  'postalAddress',
  'companyNumber',
  'register',
  'dataContact',
  'governingLaw',
  'courts',
] as const;
/** Some firms must name these; a lawyer knows. */
const perhaps = ['dpo', 'euRepresentative', 'ukRepresentative', 'grievanceOfficer'] as const;

function checkLegal({ legal }: Site, texts: { file: string; changed: string }[]): Finding[] {
  const given = [...needed, ...perhaps].filter((field) => legal[field]);
  const missing = needed.filter((field) => !legal[field]);
  const unsure = perhaps.filter((field) => !legal[field]);
  const { readOn } = legal;
  const unread = texts.filter(({ changed }) => !readOn || readOn < changed);
  return [
    ...given.map((field) => done(`legal.${field} is filled in`, CONFIG)),
    ...missing.map((field) =>
      open(`legal.${field} is empty`, CONFIG, 'Fill it in; the legal texts leave out what is missing.'),
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

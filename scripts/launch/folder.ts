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
    checkSecurityContact(site),
    ...orDone(findExamples(root, site).map(settle), done('nothing is an example', 'content/')),
    ...orDone(
      overdueClaims(claims, today).map(settle),
      done('no claim is past its review', 'content/claims.yaml'),
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

function checkSecurityContact({ securityEmail }: Site): Finding {
  return securityEmail
    ? done(`security holes are reported to ${securityEmail}`, CONFIG)
    : open(
        'nobody is named to whom a security hole can be reported',
        CONFIG,
        'Write an address that somebody reads as securityEmail.',
      );
}

/** What .env makes the site do must be what the privacy policy tells visitors. */
export function checkPolicy(site: Site, { webhook, retentionDays }: Environment): Finding[] {
  const promised = Math.round((site.retentionMonths * 365) / 12);
  const findings: Finding[] = [];
  if (webhook && !site.legal.webhookRecipient)
    findings.push(
      open(
        'enquiries go to a webhook that the privacy policy does not name',
        'WEBHOOK_URL',
        'Name who runs it as legal.webhookRecipient in site.config.ts.',
      ),
    );
  if (!webhook && site.legal.webhookRecipient)
    findings.push(
      open(
        'the privacy policy names a webhook that .env does not',
        CONFIG,
        'Set WEBHOOK_URL in .env, or take legal.webhookRecipient out.',
      ),
    );
  if (retentionDays > promised)
    findings.push(
      open(
        `enquiries are kept for ${retentionDays} days; the privacy policy promises ${promised}`,
        'RETENTION_DAYS',
        'Take the line out of .env, and set retentionMonths in site.config.ts.',
      ),
    );
  return orDone(findings, done('the privacy policy agrees with .env', '.env'));
}

/** Addresses that nobody can own, and people called Example. */
function checkIdentity(site: Site): Finding[] {
  return textsIn(site)
    .filter(([, text]) => isExample(text))
    .map(([path, text]) => open(`${path} is an example: ${text}`, CONFIG, 'Put in your own.'));
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
      warning(`legal.${field} is empty`, CONFIG, 'Fill it in if the law asks it of you.'),
    ),
    ...orDone(
      unread.map(({ file, changed }) =>
        open(
          `nobody has confirmed the text of ${changed}`,
          file,
          'Have a lawyer read it, then write that day as legal.readOn into site.config.ts.',
        ),
      ),
      done(`the legal texts were confirmed on ${readOn}`, 'content/legal'),
    ),
  ];
}

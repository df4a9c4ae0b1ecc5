import type { Site } from '../../src/config/site-schema.ts';
import { overdueClaims, type Unfinished } from '../../src/content/unfinished.ts';
import type { Claim } from '../../src/schemas/claim.ts';
import { SETTINGS } from '../../src/server/built.ts';
import type { Firm, Settings } from '../../src/server/settings.ts';
import { done, type Finding, open } from './finding.ts';

/** Findings about the project's files. A release contains this instead of site.config.ts and content/. */
export interface Folder {
  findings: Finding[];
  firm: Firm & Pick<Site['legal'], 'webhookRecipient'>;
  /** Claims, which may become overdue after the release was made. */
  claims: Claim[];
}

export const orDone = (findings: Finding[], otherwise: Finding) =>
  findings.length > 0 ? findings : [otherwise];

export const asFinding = ({ file, what, how }: Unfinished): Finding =>
  open(what, file, `${how.charAt(0).toUpperCase()}${how.slice(1)}.`);

export const checkClaims = (claims: Claim[], today = new Date().toISOString().slice(0, 10)): Finding[] =>
  orDone(
    overdueClaims(claims, today).map(asFinding),
    done('no claim is overdue for review', 'content/claims.yaml'),
  );

/** The settings must agree with the privacy policy. */
export function checkPolicy({ firm }: Pick<Folder, 'firm'>, { webhook }: Settings): Finding[] {
  const findings: Finding[] = [];
  if (webhook && !firm.webhookRecipient)
    findings.push(
      open(
        'enquiries go to a webhook that the privacy policy does not name',
        'WEBHOOK_URL',
        'Name the company that runs it as legal.webhookRecipient in site.config.ts.',
      ),
    );
  if (!webhook && firm.webhookRecipient)
    findings.push(
      open(
        `the privacy policy names a webhook that ${SETTINGS} does not`,
        'site.config.ts',
        `Set WEBHOOK_URL in ${SETTINGS}, or remove legal.webhookRecipient.`,
      ),
    );
  return orDone(findings, done(`the privacy policy agrees with ${SETTINGS}`, SETTINGS));
}

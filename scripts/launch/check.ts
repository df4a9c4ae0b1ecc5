import { Command, InvalidArgumentError } from 'commander';
import { Mistake } from '../../src/lib/mistake.ts';
import { BACKUPS } from '../../src/server/admin/backup.ts';
import { openExisting, settings } from '../../src/server/admin/open.ts';
import { isRelease, LAUNCH_CHECK, readSiteData } from '../../src/server/built.ts';
import type { EnquiryStore } from '../../src/server/db/store.ts';
import { type Finding, findingsTable, open } from './finding.ts';
import { checkAddress, tryEnquiry } from './live.ts';
import { checkBackup, checkStore } from './machine.ts';
import { checkMailSettings } from './mail.ts';
import { checkClaims, checkPolicy, type Folder } from './promises.ts';

/** Prints what is missing, and ends with 1 where anything is. */
export async function launchCheck(readFolder: () => Folder): Promise<void> {
  process.umask(0o077);
  const options = new Command(LAUNCH_CHECK)
    .description(
      'Lists what is still missing before the site can go live. Nothing is sent to anybody unless you add --send.',
    )
    .option(
      '--url <address>',
      'the live address; its certificate, headers and form are checked, and nothing is stored there',
      originOf,
    )
    .option('--send', 'send a test mail, and an enquiry that is mailed like any other, then deleted')
    .option('--backups <folder>', 'where backups are kept', BACKUPS)
    .option('--resolver <address>', 'which resolver to ask about the sender’s domain, such as 9.9.9.9')
    .option('--json', 'as JSON')
    .parse()
    .opts<{ url?: string; send?: true; backups: string; resolver?: string; json?: true }>();
  const { url, send: sends = false, resolver } = options;
  let store: EnquiryStore | undefined;
  try {
    // Without a build there is nothing to launch.
    readSiteData();
    const folder = readFolder();
    const environment = settings(folder.firm);
    const findings = [
      ...[...folder.findings, ...checkClaims(folder.claims)].map(fromProject),
      ...checkPolicy(folder, environment),
      ...(await checkMailSettings(environment.mail || undefined, { sends, resolver })),
    ];
    try {
      store = openExisting(environment);
      findings.push(...(await checkStore(store, environment)));
    } catch (error) {
      if (!(error instanceof Mistake)) throw error;
      findings.push(open('there is no store that can be used', 'DATABASE_URL', error.message));
    }
    findings.push(
      checkBackup(options.backups, environment),
      await tryEnquiry(`http://localhost:${environment.port}`, store, {
        mails: sends && Boolean(environment.mail),
        isElsewhere: url !== undefined,
      }),
      ...(await checkAddress(url)),
    );
    console.log(options.json ? JSON.stringify(findings, null, 2) : findingsTable(findings));
    if (findings.some(({ state }) => state === 'open')) process.exitCode = 1;
  } catch (error) {
    if (!(error instanceof Mistake)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  } finally {
    await store?.close();
  }
}

function originOf(text: string): string {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new InvalidArgumentError('Wanted: an address such as https://www.firm.example.');
  return url.origin;
}

/** The files of the project are not on the server. */
const fromProject = (finding: Finding): Finding =>
  isRelease && finding.how
    ? { ...finding, how: `In the project: ${finding.how} Then make a new release.` }
    : finding;

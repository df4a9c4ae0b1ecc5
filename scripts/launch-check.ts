/** `npm run launch-check`: what is still missing before this folder can be a live site. */
import { Command, InvalidArgumentError } from 'commander';
import { site } from '../src/config/site.ts';
import { Mistake } from '../src/lib/mistake.ts';
import { builtFolder, readSiteData, root } from '../src/server/built.ts';
import { openStore } from '../src/server/enquiries/open.ts';
import { parseEnv } from '../src/server/environment.ts';
import { table } from './launch/finding.ts';
import { checkFolder, checkPolicy } from './launch/folder.ts';
import { checkAddress, checkEnquiry } from './launch/live.ts';
import { checkBackup, checkClock, checkStore } from './launch/machine.ts';
import { checkMail } from './launch/mail.ts';

const options = new Command('npm run launch-check --')
  .description(
    'Lists what is still missing before the site can go live. Nothing is sent to anybody unless you add --send.',
  )
  .option('--url <address>', 'the live address; its certificate and headers are checked', originOf)
  .option('--send', 'send a test mail, and an enquiry that is mailed like any other')
  .option('--backups <folder>', 'where backups are kept', '/var/lib/site-backups')
  .option('--resolver <address>', 'which resolver to ask about the sender’s domain, such as 9.9.9.9')
  .option('--json', 'as JSON')
  .parse()
  .opts<{ url?: string; send?: true; backups: string; resolver?: string; json?: true }>();
const sends = Boolean(options.send);

function originOf(text: string): string {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new InvalidArgumentError('Wanted: an address such as https://www.firm.example.');
  return url.origin;
}

try {
  const environment = parseEnv(process.env, readSiteData());
  const { store } = openStore(environment);
  const findings = [
    ...checkFolder(root, site, new Date().toISOString().slice(0, 10)),
    ...checkPolicy(site, environment),
    ...(await checkMail(environment.mail || undefined, { sends, resolver: options.resolver })),
    ...(await checkStore(store, environment)),
    checkBackup(options.backups, environment),
    checkClock(builtFolder('site.json')),
    await checkEnquiry(options.url ?? `http://localhost:${environment.port}`, store, sends),
    ...(await checkAddress(options.url)),
  ];
  await store.close();
  console.log(options.json ? JSON.stringify(findings, null, 2) : table(findings));
  if (findings.some(({ state }) => state === 'open')) process.exitCode = 1;
} catch (error) {
  if (!(error instanceof Mistake)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

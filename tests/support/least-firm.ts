import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import type { ProjectCopy } from './project-copy.ts';

type Words = Record<string, Record<string, unknown>>;

/** A young firm: no certificate, no figure, no client who may be quoted, no page elsewhere, one person. */
export function leaveOutAllThatMay({ root }: ProjectCopy): void {
  const change = (file: string, by: (data: Words) => void) => {
    const data = parse(readFileSync(join(root, file), 'utf8')) as Words;
    by(data);
    writeFileSync(join(root, file), stringify(data));
  };
  const config = join(root, 'site.config.ts');
  writeFileSync(
    config,
    readFileSync(config, 'utf8')
      .replace(/^ {2}(bookingUrl|companyUrl|linkedInUrl|xUrl): .*\n/gm, '')
      .replace(/^ {2}sisterSites: \[[\s\S]*?^ {2}\],\n/m, ''),
  );
  rmSync(join(root, 'content/case-studies'), { recursive: true, force: true });
  const [first = '', ...others] = readdirSync(join(root, 'content/people'))
    .filter((name) => name.endsWith('.yaml'))
    .sort();
  for (const name of others) rmSync(join(root, 'content/people', name));
  change(`content/people/${first}`, (person) => {
    delete person.sentence;
    delete person.linkedInUrl;
  });
  change('content/pages/home.yaml', ({ hero, audience }) => {
    delete hero?.facts;
    delete audience?.quote;
  });
  for (const page of ['about', 'case-studies', 'services', 'contact', 'blog'])
    change(`content/pages/${page}.yaml`, (words) => {
      delete words.stats;
      delete words.quote;
      for (const doors of [words.doors, words.article?.doors] as Words[]) {
        delete doors?.study;
        delete doors?.result;
      }
    });
  change('content/pages/shared.yaml', ({ footer }) => {
    // A list that was emptied by hand.
    if (footer) footer.badges = null;
  });
}

import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { CACHE } from '../drawing/cache.ts';
import { filesBelow } from '../lib/files-below.ts';
import { comingMoments } from '../lib/publication.ts';
import { articlePath, contactAnswerPath, previewPath, routes } from '../routes.ts';
import type { SiteData } from '../server/built.ts';
import { addressOf, HASHED, isCompressed } from '../server/http/files.ts';
import type { InlineHashes } from '../server/http/headers.ts';
import { buildAhead, buildDrafts } from './build-ahead.ts';
import { compress, effortFor } from './compress.ts';
import type { SiteContent } from './content.ts';
import { buildInbox } from './inbox.ts';
import { markdownTwins } from './markdown-twins.ts';
import { allOf, headerFiles, inlineHashes, refusal } from './page-headers.ts';
import { stylesInPages } from './prune-styles.ts';
import { checkBuiltTargets, redirectFiles } from './redirects.ts';
import { subsetFonts } from './subset-fonts.ts';
import { tidyMarkup } from './tidy-markup.ts';

/** Pages that the server fills in. They have no address, so they are beside the site and not in it. */
const ANSWERS: Record<string, string> = {
  [`${contactAnswerPath.slice(1)}.html`]: 'contact.html',
  '500.html': 'error.html',
};

/** Everything after Astro has written the pages. Each is read once, and written once with its compressed forms. */
export const finishSite = (content: SiteContent, isAhead: boolean): AstroIntegration => ({
  name: 'finish-site',
  hooks: {
    'astro:build:done': async ({ dir }) => {
      const client = fileURLToPath(dir);
      const dist = join(client, '..');
      // A build of what is to come, or of drafts (build-ahead.ts), keeps only what differs from the site of today.
      if (isAhead || content.showsDrafts) {
        await finish(content, client, join(dist, '../../client'));
        return;
      }
      await finish(content, client);
      const { posts } = content.current;
      for (const folder of ['scheduled', 'preview'])
        rmSync(join(dist, folder), { recursive: true, force: true });
      buildAhead(
        posts.map(({ data }) => data),
        join(dist, 'scheduled'),
      );
      buildDrafts(draftsIn(content), join(dist, 'preview'), content.site.url);
      await buildInbox(join(dist, 'inbox'));
    },
  },
});

async function finish(content: SiteContent, client: string, today?: string): Promise<void> {
  const { redirects } = content.current;
  const dist = join(client, '..');
  const data = JSON.stringify(siteData(content));
  const pages = readPages(client);
  const finishPage = await finisher(content, client, pages, data);
  for (const [address, text] of markdownTwins(content)) writeFileSync(client + address, text);

  const drafts = content.showsDrafts ? draftsIn(content) : [];
  const isLeftOut = (name: string, body: Buffer) =>
    today !== undefined &&
    ((existsSync(join(today, name)) && readFileSync(join(today, name)).equals(body)) ||
      (content.showsDrafts && !name.startsWith(HASHED.slice(1)) && !drafts.includes(addressOf(name))));
  /** One draft may lead to another. */
  const withPreviews = (html: string) =>
    drafts.reduce(
      (now, path) => now.replaceAll(`href="${path}"`, `href="${previewPath(basename(dist), path)}"`),
      html,
    );
  const names = filesBelow(client);
  if (today === undefined) checkBuiltTargets(redirects, names, pages);
  const effort = effortFor(names.filter(isCompressed).length);
  const hashes = new Map<string, InlineHashes>();
  const answers = new Map<string, string>();
  await inParallel(names, async (name) => {
    const file = join(client, name);
    const page = pages.get(name);
    const html = page === undefined ? undefined : withPreviews(finishPage(page));
    if (html !== undefined) hashes.set(addressOf(name), allowedHashes(name, html));
    const answer = ANSWERS[name];
    if (answer) answers.set(answer, html ?? '');
    const body = html === undefined ? readFileSync(file) : Buffer.from(html);
    if (answer || isLeftOut(name, body)) {
      rmSync(file);
      return;
    }
    if (html !== undefined) writeFileSync(file, body);
    if (isCompressed(name)) await compress(file, body, effort);
  });

  const headers = headerFiles(withAnswers(hashes));
  if (today !== undefined) {
    writeFileSync(join(dist, 'headers.json'), headers['headers.json']);
    return;
  }
  mkdirSync(join(dist, 'answers'), { recursive: true });
  for (const [name, html] of answers) writeFileSync(join(dist, 'answers', name), html);
  const tables = {
    ...headers,
    ...redirectFiles(redirects.map(({ redirect }) => redirect)),
    'site.json': data,
  };
  for (const [name, text] of Object.entries(tables)) writeFileSync(join(dist, name), text);
}

const draftsIn = ({ current }: SiteContent): string[] =>
  current.posts.filter(({ data }) => data.draft).map(({ id }) => articlePath(id));

/** What the server needs from content/ and site.config.ts, which it does not read itself. */
function siteData({ site, current }: SiteContent): SiteData {
  const { name, url, contactEmail, retentionMonths, countVisits } = site;
  return { name, url, contactEmail, retentionMonths, countVisits, contact: current.pages.contact };
}

const readPages = (client: string) =>
  new Map(
    filesBelow(client)
      .filter((name) => name.endsWith('.html'))
      .map((name) => [name, tidyMarkup(readFileSync(join(client, name), 'utf8'))]),
  );

/** Writes the smaller fonts and the pictures that pages show; returns the function that makes a page use them. */
async function finisher(
  content: SiteContent,
  client: string,
  pages: ReadonlyMap<string, string>,
  serverData: string,
): Promise<(html: string) => string> {
  const assets = readdirSync(client + HASHED);
  const read = (ending: string) =>
    assets
      .filter((name) => name.endsWith(ending))
      .map((name): [string, string] => [HASHED + name, readFileSync(join(client, HASHED, name), 'utf8')]);
  const sheets = new Map(read('.css'));
  const scripts = read('.js').map(([, script]) => script);
  const withStyles = stylesInPages(pages.values(), sheets, scripts);
  // The server's own words need the fonts as well, but are on no built page.
  const texts = [...pages.values(), ...sheets.values(), serverData, ...waitingTexts(content)];
  const withSubsets = await subsetFonts(client, [...sheets.values()], texts);
  for (const sheet of sheets.keys()) rmSync(join(client, sheet));
  const pictures = new Set([...pages.values()].flatMap((html) => html.match(PICTURE) ?? []));
  for (const picture of pictures)
    copyFileSync(join(content.root, CACHE, basename(picture)), join(client, picture));
  return (html) => withSubsets(withStyles(html));
}

/** The address of a picture that is still in the cache (drawing/pictures.ts). */
const PICTURE = /\/_astro\/[\w.-]+\.(?:avif|jpg|png|webp)\b/g;

/** Scheduled texts count for the fonts: otherwise all pages would change when one appears. */
const waitingTexts = ({ root, current }: SiteContent): string[] =>
  current.posts
    .filter(({ data }) => comingMoments([data], Date.now()).length > 0)
    .map(({ file }) => readFileSync(join(root, file), 'utf8'));

function allowedHashes(name: string, html: string): InlineHashes {
  const hashes = inlineHashes(html);
  const refused = refusal(name, html, hashes);
  if (refused) throw new Error(refused);
  return hashes;
}

/** The contact address also answers with the answer and error pages, so its policy covers them all. */
function withAnswers(hashes: Map<string, InlineHashes>): typeof hashes {
  const answers = [contactAnswerPath, '/500'];
  const all = allOf([routes.contact, ...answers].flatMap((address) => hashes.get(address) ?? []));
  for (const address of answers) hashes.delete(address);
  return hashes.set(routes.contact, all);
}

/** Each step begins in the order of the names; as many run at a time as there are processors. */
async function inParallel(names: string[], step: (name: string) => Promise<void>): Promise<void> {
  const left = names.values();
  const takeAll = async () => {
    for (const name of left) await step(name);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, takeAll));
}

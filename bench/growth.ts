/**
 * How the cost of the blog grows: `npm run bench:growth`, or `-- --quick` without the 5,000 articles. Builds copies of
 * the project with generated articles of 600 words, each from a clean state, and ends with 1 when a limit is missed.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, renameSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { basename, join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { PAGE_SIZE } from '../src/lib/article-pages.ts';
import { filesBelow } from '../src/lib/files-below.ts';
import { plainEnvironment } from '../tests/support/environment.ts';
import { addArticles, listPagesIn } from '../tests/support/generated-articles.ts';
import { copyProject, type ProjectCopy } from '../tests/support/project-copy.ts';

const [FEW, MANY, MOST] = [5, 500, 5000];
/** As many as one page holds: the heaviest list, for its featured article stands among the others too. */
const ONE_PAGE = PAGE_SIZE + 1;
const WITH_PICTURES = 105;
const limits = { millisecondsAnArticle: 10, megabytes: 1500, listBytes: 14_600, growth: 1.25 };

interface Build {
  seconds: number;
  /** Of all its threads together; unlike the clock, it does not count what else the machine was doing. */
  processorSeconds: number;
  megabytes: number;
}

interface Measured extends Build {
  articles: number;
  pages: number;
  listBytes: number;
}

export interface Verdict {
  limit: string;
  found: string;
  held: boolean;
}

/** The table as Markdown, and whether each limit was held. */
export async function measureGrowth({ quick = false } = {}): Promise<{ table: string; verdicts: Verdict[] }> {
  const projects: ProjectCopy[] = [];
  const copy = () => {
    const project = copyProject();
    projects.push(project);
    return project;
  };
  try {
    const few = await measure(copy(), FEW);
    const onePage = await measure(copy(), ONE_PAGE);
    const many = await measure(copy(), MANY);
    const grown = quick ? [many] : [many, await measure(copy(), MOST)];
    const pictures = await measurePictures(copy());
    return { table: tableOf([few, onePage, ...grown], pictures), verdicts: verdictsOf(few, onePage, grown) };
  } finally {
    // For a minute ext4 looks for room for a new file past each that was deleted: a third of the next build.
    for (const project of projects) project.remove();
  }
}

async function measure(project: ProjectCopy, articles: number): Promise<Measured> {
  withoutPictures(project.root);
  compressedAlike(project);
  // The first build of all cuts the fonts to size, which belongs to no article.
  await build(project.root);
  addArticles(project.root, articles);
  // A short build is told from a busy machine by the better of two.
  const builds = [await build(project.root), ...(articles < MOST ? [await build(project.root)] : [])];
  const client = join(project.root, 'dist/client');
  return {
    articles,
    pages: filesBelow(client).filter((name) => name.endsWith('.html')).length,
    seconds: Math.min(...builds.map(({ seconds }) => seconds)),
    processorSeconds: Math.min(...builds.map(({ processorSeconds }) => processorSeconds)),
    megabytes: Math.max(...builds.map(({ megabytes }) => megabytes)),
    listBytes: heaviest(listPagesIn(client)),
  };
}

/** Milliseconds for one share picture: newly drawn, and drawn by an earlier build. */
async function measurePictures({ root }: ProjectCopy): Promise<{ drawn: number; kept: number }> {
  addArticles(root, WITH_PICTURES);
  const restore = withoutPictures(root);
  const without = await build(root);
  restore();
  const drawn = await build(root);
  const kept = await build(root);
  const each = ({ seconds }: Build) => ((seconds - without.seconds) * 1000) / WITH_PICTURES;
  return { drawn: each(drawn), kept: each(kept) };
}

/** A small site is compressed to the last byte, which would count as its start-up. */
function compressedAlike(project: ProjectCopy): void {
  project.edit('src/build/compress.ts', (text) => text.replace(/const MANY = \d+/, 'const MANY = 0'));
}

function withoutPictures(root: string): () => void {
  const [route, aside] = [join(root, 'src/pages/share'), join(root, 'share')];
  renameSync(route, aside);
  return () => renameSync(aside, route);
}

/** One build with neither an earlier result nor Astro's store; what it used is what the process itself reports. */
async function build(root: string): Promise<Build> {
  const aside = mkdtempSync(join(root, 'earlier-'));
  for (const left of ['dist', 'node_modules/.astro'])
    if (existsSync(join(root, left))) renameSync(join(root, left), join(aside, basename(left)));
  const report =
    "import { isMainThread } from 'node:worker_threads';" +
    "if (isMainThread) process.on('exit', () => console.log(JSON.stringify(process.resourceUsage())))";
  const start = performance.now();
  const child = spawn(
    process.execPath,
    [
      '--import',
      `data:text/javascript,${encodeURIComponent(report)}`,
      'node_modules/astro/bin/astro.mjs',
      'build',
      '--silent',
    ],
    { cwd: root, env: plainEnvironment({ NODE_ENV: 'production' }), stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  const status = await new Promise((resolve) => child.once('close', resolve));
  const seconds = (performance.now() - start) / 1000;
  if (status !== 0) throw new Error(`The build in ${root} ended with ${status}: ${output}`);
  const used = JSON.parse(output) as NodeJS.ResourceUsage;
  return {
    seconds,
    processorSeconds: (used.userCPUTime + used.systemCPUTime) / 1e6,
    megabytes: used.maxRSS / 1024,
  };
}

/** Bytes with brotli of the heaviest of these files: a quick look at all of them, a thorough one at the first ten. */
function heaviest(files: string[]): number {
  const bytes = (file: string, quality: number) =>
    brotliCompressSync(readFileSync(file), { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }).length;
  const ranked = files.map((file) => ({ file, rough: bytes(file, 4) })).sort((a, b) => b.rough - a.rough);
  return Math.max(...ranked.slice(0, 10).map(({ file }) => bytes(file, 11)));
}

/** What each article adds between two builds, in milliseconds of the clock or of the processors. */
const slope = (from: Measured, to: Measured, time: 'seconds' | 'processorSeconds') =>
  ((to[time] - from[time]) * 1000) / (to.articles - from.articles);

const number = (value: number, digits = 0) =>
  value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });

function tableOf(measured: Measured[], pictures: { drawn: number; kept: number }): string {
  const [few] = measured;
  const rows = measured.map((row) => [
    number(row.articles),
    number(row.pages),
    `${number(row.seconds, 1)} s`,
    `${number(row.processorSeconds, 1)} s`,
    few && row.articles >= MANY ? `${number(slope(few, row, 'seconds'), 1)} ms` : 'start-up',
    `${number(row.megabytes)} MB`,
    `${number(row.listBytes)} B`,
  ]);
  const head = [
    'articles',
    'pages',
    'build',
    'processor',
    'an article',
    'peak memory',
    'heaviest list page (brotli)',
  ];
  const lines = [head, head.map(() => '---:'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return `${lines.join('\n')}

Share pictures are measured separately: ${number(pictures.drawn)} ms each, ${number(pictures.kept)} ms where an earlier build drew the same one.`;
}

function verdictsOf(few: Measured, onePage: Measured, grown: Measured[]): Verdict[] {
  const all = [few, onePage, ...grown];
  const [many, most] = grown;
  const largest = grown.at(-1) ?? few;
  // By the clock, which is what somebody waits for.
  const each = slope(few, largest, 'seconds');
  const megabytes = Math.max(...all.map((row) => row.megabytes));
  const listBytes = Math.max(...all.map((row) => row.listBytes));
  const verdicts = [
    {
      limit: `an article takes less than ${limits.millisecondsAnArticle} ms past the start-up`,
      found: `${number(each, 1)} ms`,
      held: each < limits.millisecondsAnArticle,
    },
    {
      limit: `a build needs less than ${number(limits.megabytes)} MB`,
      found: `${number(megabytes)} MB`,
      held: megabytes < limits.megabytes,
    },
    {
      limit: `every page of the list is less than ${number(limits.listBytes)} B`,
      found: `${number(listBytes)} B`,
      held: listBytes < limits.listBytes,
    },
  ];
  if (!many || !most) return verdicts;
  const growth = slope(many, most, 'processorSeconds') / slope(few, many, 'processorSeconds');
  return [
    ...verdicts,
    {
      limit: `processor time grows in line with the articles or slower (up to ${limits.growth} is noise)`,
      found: `one of the later articles costs ${number(growth, 2)} times one of the first ${number(many.articles)}`,
      held: growth <= limits.growth,
    },
  ];
}

if (import.meta.main) {
  const [load = 0] = loadavg();
  if (load > availableParallelism() / 2)
    console.error(`This machine is busy (load ${number(load, 1)}): the times below are too long.`);
  const { table, verdicts } = await measureGrowth({ quick: process.argv.includes('--quick') });
  console.log(`${table}\n`);
  for (const { limit, found, held } of verdicts)
    console.log(`${held ? 'held  ' : 'MISSED'}  ${limit}: ${found}`);
  if (verdicts.some(({ held }) => !held)) process.exitCode = 1;
}

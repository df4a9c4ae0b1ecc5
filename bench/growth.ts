import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { basename } from 'node:path';
import { buildWords } from '../scripts/machine.mjs';
import { copyProject } from '../tests/support/project-copy.ts';
import { most, part, table, thousands } from './support/report.ts';

/** All above 500 files, where the build compresses them alike. The limits apply to the second: no firm writes 5,000. */
const SIZES = [500, 1000, 5000];

interface Build {
  articles: number;
  seconds: number;
  /** Processor time of all threads of the build, without other programs. */
  processor: number;
  megabytes: number;
}

/** The cost of a build as the blog grows, measured in a copy of the project without share pictures. */
export async function growth(): Promise<string> {
  const { root, remove } = copyProject();
  try {
    fs.rmSync(`${root}/src/pages/share`, { recursive: true });
    // The first build also makes the fonts, which no article causes.
    await build(root, 0);
    const builds: Build[] = [];
    for (const articles of SIZES) {
      addArticles(`${root}/content/posts`, articles);
      builds.push(await build(root, articles));
    }
    const [few, many, all] = builds as [Build, Build, Build];
    const each = (from: Build, to: Build) =>
      ((to.processor - from.processor) * 1000) / (to.articles - from.articles);
    return part(
      'How the blog grows',
      table(
        'articles, build, processor, peak memory',
        builds.map(({ articles, seconds, processor, megabytes }) => [
          thousands(articles),
          ...[seconds, processor].map((time) => `${time.toFixed(1)} s`),
          `${thousands(megabytes)} MB`,
        ]),
      ),
      [
        most('ms of processor time for each additional article', each(few, all), 25),
        most('MB of memory for a build of 1,000 articles', many.megabytes, 1000),
        most('times the cost of an early article, for a late one', each(many, all) / each(few, many), 1.25),
      ].join('\n'),
    );
  } finally {
    remove();
  }
}

/** One build without earlier results or Astro's store. The process itself reports what it used. */
async function build(root: string, articles: number): Promise<Build> {
  // Moved, not deleted: for a minute after a deletion, ext4 takes a third longer to create files.
  const aside = fs.mkdtempSync(`${root}/earlier-`);
  for (const left of ['dist', 'node_modules/.astro'])
    if (fs.existsSync(`${root}/${left}`)) fs.renameSync(`${root}/${left}`, `${aside}/${basename(left)}`);
  const report = `import { isMainThread } from 'node:worker_threads';
    if (isMainThread) process.on('exit', () => console.log(JSON.stringify(process.resourceUsage())))`;
  const imported = `data:text/javascript,${encodeURIComponent(report)}`;
  const begin = performance.now();
  const child = spawn(process.execPath, ['--import', imported, ...buildWords(articles)], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  const [status] = await once(child, 'close');
  if (status !== 0) throw new Error(`The build in ${root} ended with ${status}: ${output}`);
  const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(output) as NodeJS.ResourceUsage;
  const seconds = (performance.now() - begin) / 1000;
  return { articles, seconds, processor: (userCPUTime + systemCPUTime) / 1e6, megabytes: maxRSS / 1024 };
}

/** Fills the folder up to so many articles with copies of those that are there, each under another name and day. */
function addArticles(folder: string, total: number): void {
  const written = fs.readdirSync(folder);
  const texts = written.slice(0, 5).map((file) => fs.readFileSync(`${folder}/${file}`, 'utf8'));
  for (let i = written.length; i < total; i += 1) {
    const date = new Date(Date.UTC(2024, 11, 31) - i * 86_400_000).toISOString().slice(0, 10);
    const text = (texts[i % texts.length] ?? '')
      .replace(/^(title|excerpt): .*$/gm, `$1: What number ${i} is about`)
      .replace(
        /^description: .*$/m,
        `description: What number ${i} is about, as long as a search engine shows it.`,
      )
      .replace(/^date: .*$/m, `date: ${date}`)
      .replace(/^featured: .*\n/m, '');
    fs.writeFileSync(`${folder}/generated-${i}.md`, text);
  }
}

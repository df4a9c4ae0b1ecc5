import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { editPaths } from '../src/edit/protocol.ts';
import { launchShell } from '../tests/support/chromium.ts';
import { addArticles } from '../tests/support/generated-articles.ts';
import { copyProject } from '../tests/support/project-copy.ts';
import { median, most, part, table, thousands } from './support/report.ts';

const SAVES = 10;
const ARTICLES = 1000;
const MOST_MS = 300;
const MOST_TRIES = 200;

/** How long an author waits from pressing Enter until the words are in their file and on the page. */
export async function editor(): Promise<string> {
  const copy = copyProject();
  try {
    const few = await times(copy.root);
    addArticles(copy.root, ARTICLES);
    const many = await times(copy.root);
    const row = (name: string, all: number[]) => [name, ...[median(all), Math.max(...all)].map(thousands)];
    return part(
      'Editing on the page',
      `The heading of the home page in \`npm run edit\`; milliseconds from Enter until the file is saved, checked with all of \`content/\`, and the page shows the words; of ${SAVES} changes.`,
      table('content, median, worst', [row('as shipped', few), row(`${thousands(ARTICLES)} articles`, many)]),
      [
        most('ms from Enter to saved and shown', median(few), MOST_MS),
        most(`ms from Enter to saved and shown, ${thousands(ARTICLES)} articles`, median(many), MOST_MS),
      ].join('\n'),
    );
  } finally {
    copy.remove();
  }
}

async function times(root: string): Promise<number[]> {
  const child = spawn(process.execPath, ['scripts/dev.ts', '--edit', '--no-open'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  while (!/#edit=\S+/.test(output)) await once(child.stdout, 'data');
  const browser = await launchShell();
  const page = await browser.newPage();
  await page.goto(/http:\S+#edit=\S+/.exec(output)?.[0] ?? '');
  const heading = page.locator('h1[data-edit="value"]');
  const measured: number[] = [];
  for (let i = 0; i < SAVES; i += 1) {
    // Whoever types takes longer than it takes to find the pages that show the same words.
    const found = page.waitForResponse((response) => response.url().endsWith(editPaths.used));
    await heading.click();
    await page.locator('.edit-surface').waitFor();
    await found;
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(`Heading ${i}`);
    await page.evaluate(() => {
      addEventListener('keydown', () => performance.mark('pressed'), { capture: true, once: true });
    });
    await page.keyboard.press('Enter');
    const shown = page.evaluate(
      (words) =>
        new Promise<number>((resolve) => {
          const look = () => {
            const heading = document.querySelector('h1');
            const pressed = performance.getEntriesByName('pressed').at(-1)?.startTime ?? Number.NaN;
            const isShown = heading?.textContent === words && !heading.querySelector('.edit-surface');
            if (isShown) resolve(performance.now() - pressed);
            else requestAnimationFrame(look);
          };
          look();
        }),
      `Heading ${i}`,
    );
    measured.push(await shown);
    // Until the development server has drawn it as well: the next change is one by itself.
    const isDrawn = async () => (await (await fetch(page.url())).text()).includes(`Heading ${i}`);
    for (let tries = 0; !(await isDrawn()); tries += 1) {
      if (tries > MOST_TRIES) throw new Error(`The development server never showed ‘Heading ${i}’.`);
      await page.waitForTimeout(50);
    }
  }
  await browser.close();
  child.kill('SIGTERM');
  await once(child, 'exit');
  return measured;
}

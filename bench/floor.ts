import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { compressFolder } from '../src/build/compress.ts';
import { inlineHashes } from '../src/build/inline-hashes.ts';
import { routes } from '../src/routes.ts';
import { securityHeaders } from '../src/server/http/headers.ts';
import { serveFiles } from '../src/server/http/static.ts';

/** By the same server as the site. */
export async function serveFloor(browser: Browser, site: string) {
  const page = await browser.newPage();
  await page.goto(site + routes.home);
  const html = await floorPage(page);
  await page.close();
  const folder = mkdtempSync(join(tmpdir(), 'floor-'));
  for (const name of ['index.html', '404.html', '410.html']) writeFileSync(join(folder, name), html);
  await compressFolder(folder);
  const server = createServer(serveFiles(folder, () => securityHeaders(inlineHashes(html)))).listen(
    0,
    '127.0.0.1',
  );
  await once(server, 'listening');
  rmSync(folder, { recursive: true });
  const { port } = server.address() as AddressInfo;
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}/`, stop };
}

/** The same words in the least HTML that anybody would publish: the floor under the weight of a page. */
async function floorPage(page: Page): Promise<string> {
  const [title, words] = await page.evaluate(() => {
    const clean = (text: string | null) => (text ?? '').replace(/\s+/g, ' ').trim().replaceAll('<', '&lt;');
    const blocks = document.querySelectorAll(
      ['h1', 'h2', 'h3', 'p', 'li:not(:has(p, h3))', 'dt', 'dd', 'blockquote:not(:has(p))']
        .map((block) => `${block}:not(.sr-only)`)
        .join(),
    );
    const lines = [...blocks].map((block) => {
      const tag = /^H\d$/.test(block.tagName) ? block.localName : 'p';
      const link = block.querySelector('a[href]')?.getAttribute('href');
      const text = clean(block.textContent);
      return `<${tag}>${link ? `<a href="${link}">${text}</a>` : text}</${tag}>`;
    });
    return [clean(document.title), lines.join('\n')] as const;
  });
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>
:root { color-scheme: light dark }
body { max-width: 40rem; margin: 2rem auto; padding: 0 1rem; font: 1.1rem/1.6 system-ui, sans-serif }
h1, h2, h3 { line-height: 1.2 }
</style>
${words}
</html>
`;
}

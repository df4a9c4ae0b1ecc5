import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../src/routes.ts';
import { browserForTests } from './support/browser.ts';
import { wordsOf } from './support/content.ts';
import { startSite } from './support/server.ts';

const browser = browserForTests();
const HEADING = 'Unexpected Application Error!';

describe('an island that fails', () => {
  it('says so, with the message and the stack', async () => {
    const page = await browser.newPage();
    // The island is handed what it cannot draw: a list of articles that is no list.
    await page.route(`**${routes.blog}`, async (route) => {
      const response = await route.fetch();
      const html = (await response.text()).replace(
        '&quot;articles&quot;:[1,',
        '&quot;articles&quot;:[0,null],&quot;x&quot;:[1,',
      );
      await route.fulfill({ response, body: html });
    });
    await page.goto(routes.blog);
    await page.getByRole('button', { name: '(0)' }).click();
    const alert = page.getByRole('alert');
    await alert.getByRole('heading', { name: HEADING }).waitFor();
    expect(await alert.locator('p').textContent()).toMatch(/articles|null|undefined|filter/);
    expect(await alert.locator('pre').textContent()).toContain('.js');
    expect(await page.getByRole('banner').isVisible()).toBe(true);
  });
});

describe('a server page that fails', () => {
  let root: string;
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'failing-'));
    for (const part of ['dist', 'src', 'site.config.ts', 'package.json'])
      cpSync(part, join(root, part), { recursive: true });
    symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
    // A deployment that went wrong: the page that answers the form is not what it should be.
    const chunks = join(root, 'dist/server/chunks');
    const answer = readdirSync(chunks).find((name) => name.startsWith('contact-answer'));
    writeFileSync(join(chunks, answer ?? ''), "throw new Error('The page was torn in two');");
  });
  afterAll(() => rmSync(root, { recursive: true }));

  it.each([
    { mode: 'development', stack: true },
    { mode: 'production', stack: false },
  ])(
    'answers 500 with the message, and with the stack only outside production ($mode)',
    async ({ mode, stack }) => {
      const site = await startSite(root, { NODE_ENV: mode });
      try {
        const response = await fetch(site.url + routes.contact, {
          method: 'POST',
          body: new URLSearchParams({ email: 'a' }),
          headers: { Origin: site.url },
        });
        expect(response.status).toBe(500);
        expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
        const html = await response.text();
        expect(html).toContain(HEADING);
        expect(html).toContain('The page was torn in two');
        expect(html).toContain(wordsOf('error').text);
        expect(html.includes('contact-answer')).toBe(stack);
        for (const path of Object.values(routes))
          expect((await fetch(site.url + path)).status, path).toBe(200);
      } finally {
        await site.stop();
      }
    },
  );
});

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enquiryPath, legalPaths, llmsPath, routes, sharePicturePath, sitemapPath } from '../src/routes.ts';
import { violations } from './support/axe.ts';
import { browserForTests } from './support/browser.ts';
import { leaveOutAllThatMay } from './support/least-firm.ts';
import { copyProject, type ProjectCopy } from './support/project-copy.ts';
import { type RunningSite, startSite } from './support/server.ts';

const browser = browserForTests();
let project: ProjectCopy;
let site: RunningSite;

beforeAll(async () => {
  project = copyProject();
  leaveOutAllThatMay(project);
  expect(project.build()).toEqual({ status: 0, output: '' });
  site = await startSite(project.root);
});
afterAll(async () => {
  await site.stop();
  project.remove();
});

const text = async (path: string) => (await fetch(site.url + path)).text();
const { caseStudies, ...others } = routes;
const pages = Object.values(others).filter((path) => !legalPaths.some((legal) => legal === path));

describe.each(['light', 'dark'] as const)('a firm that has little to show yet, in %s', (colorScheme) => {
  it.each(pages)('%s is whole: no empty list, no heading over nothing, nothing for axe', async (path) => {
    const page = await browser.newPage({ baseURL: site.url, colorScheme });
    const response = await page.goto(path);
    expect(response?.status()).toBe(200);
    expect(await violations(page)).toEqual([]);
    const bare = await page.evaluate(() =>
      [...document.querySelectorAll('main :is(ul, ol, dl, section, figure, blockquote), footer :is(ul, nav)')]
        .filter((element) => element.textContent?.trim() === '')
        .map((element) => element.outerHTML.slice(0, 200)),
    );
    expect(bare).toEqual([]);
  });
});

it('has no case studies, and nothing that leads there', async () => {
  const response = await fetch(site.url + caseStudies);
  expect(response.status).toBe(404);
  for (const path of [...pages, sitemapPath, llmsPath])
    expect(await text(path), path).not.toContain(caseStudies);
  expect(existsSync(join(project.root, 'dist/client', sharePicturePath('case-studies')))).toBe(false);
});

it('leads whoever wants to meet to the form, and nowhere out of the site', async () => {
  for (const path of pages) {
    const page = await text(path);
    expect(page.match(/<a [^>]*href="https?:[^"]*"/g) ?? [], path).toEqual([]);
  }
  expect(await text(routes.home)).toContain(`href="${enquiryPath}"`);
});

it.each([1440, 768, 320])('keeps the reflection under its form, %i px wide', async (width) => {
  const page = await browser.newPage({ baseURL: site.url, viewport: { width, height: 900 } });
  await page.goto(routes.home);
  const [sky, water] = await Promise.all(
    ['.scene-sky', '.scene-water'].map((part) => page.locator(`.home-hero ${part}`).boundingBox()),
  );
  expect(Math.abs((sky?.x ?? 0) - (water?.x ?? 1000))).toBeLessThan(2);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});

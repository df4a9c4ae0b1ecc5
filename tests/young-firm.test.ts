import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { enquiryPath, llmsPath, routes, sharePicturePath, sitemapPath } from '../src/routes.ts';
import { askOfContent, oneOfEachKind } from './support/every-page.ts';
import { builtFirm } from './support/firm.ts';

const least = await builtFirm('least');
const { caseStudies, ...others } = routes;
const pages = Object.values(others);

askOfContent(least, oneOfEachKind(pages));

const text = async (path: string) => (await fetch(least.url + path)).text();

it('has no case studies, and nothing that leads there', async () => {
  const response = await fetch(least.url + caseStudies);
  expect(response.status).toBe(404);
  for (const path of [...pages, sitemapPath, llmsPath])
    expect(await text(path), path).not.toContain(caseStudies);
  expect(existsSync(least.built(sharePicturePath('case-studies')))).toBe(false);
  const main = /<main.*<\/main>/s.exec(least.html(routes.home))?.[0];
  expect(main, 'a bare line').toContain('class="horizon-sky');
  expect(main).not.toContain('class="chart-sky');
});

it('leads visitors who want to meet to the form, and nowhere out of the site', async () => {
  for (const path of pages) {
    const page = await text(path);
    const away = [...page.matchAll(/<a [^>]*href="(https?:[^"]*)"/g)].map(([, href]) => href);
    expect(
      away.filter((href) => href !== least.site.url),
      path,
    ).toEqual([]);
  }
  expect(await text(routes.home)).toContain(`href="${enquiryPath}"`);
});

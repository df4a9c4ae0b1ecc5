import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { routes } from '../src/routes.ts';
import { browserForTests } from './support/browser.ts';
import { everyRoute } from './support/routes.ts';

const { newPage, open } = browserForTests();

it('styles no property of an element both by a utility and by a class of our own', async () => {
  const page = await newPage();
  for (const path of [...everyRoute(), '/no-such-page']) {
    await page.goto(path);
    expect(await styledTwice(page), path).toEqual([]);
  }
});

it('would find one that is', async () => {
  const page = await open(routes.home);
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      '@layer base { .ours { font: inherit } } @layer utilities { .theirs { font-size: 1rem } }',
    );
    document.adoptedStyleSheets.push(sheet);
    document.body.classList.add('ours', 'theirs');
  });
  expect(await styledTwice(page)).toEqual(['font-size by .ours and .theirs']);
});

/** Looks at rules for one class alone: what a class says of its children or its states is its own affair. */
const styledTwice = (page: Page) =>
  page.evaluate(() => {
    const utilities = new Map<string, Set<string>>();
    const ours = new Map<string, Set<string>>();
    const read = (rules: CSSRuleList, isUtility: boolean) => {
      for (const rule of rules)
        if (rule instanceof CSSStyleRule) {
          const name = /^\.((?:\\.|[\w-])+)$/.exec(rule.selectorText)?.[1]?.replaceAll('\\', '');
          if (name === undefined) continue;
          const classes = isUtility ? utilities : ours;
          classes.set(name, new Set([...(classes.get(name) ?? []), ...rule.style]));
        } else if (rule instanceof CSSLayerBlockRule) read(rule.cssRules, rule.name === 'utilities');
        else if (rule instanceof CSSMediaRule && rule.media.mediaText !== 'print')
          read(rule.cssRules, isUtility);
    };
    for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets])
      read(sheet.cssRules, false);
    const twice = [...document.querySelectorAll('[class]')].flatMap(({ classList }) =>
      [...classList].flatMap((utility) =>
        [...classList].flatMap((own) =>
          [...(ours.get(own) ?? [])]
            .filter((property) => utilities.get(utility)?.has(property) && !property.startsWith('--'))
            .map((property) => `${property} by .${own} and .${utility}`),
        ),
      ),
    );
    return [...new Set(twice)];
  });

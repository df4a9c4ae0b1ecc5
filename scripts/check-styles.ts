/**
 * No property of an element may come both from a utility and from a class of our own. Compares the classes in each string,
 * by the rules that have one class as their whole selector; rules for children and states are not compared.
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Features, type Rule, type StyleRule, transform } from 'lightningcss';
import { compile } from 'tailwindcss';

const sources = globSync('src/{gallery,inbox,islands,layouts,pages,sections,ui}/**/*.{tsx,astro}');
const lists = sources.flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/(['"`])(.*?)\1/g)].map(([, , text = '']) => ({
    file,
    classes: text.split(/\s+/),
  })),
);
const sheets = globSync('src/{styles,inbox}/**/*.css', {
  exclude: ['src/inbox/inbox.css', 'src/styles/print.css'],
});
const { build } = await compile(sheets.map((file) => `@import './${file}';`).join('\n'), {
  base: resolve(),
  loadStylesheet: async (id, base) => {
    const path = id.startsWith('.') ? join(base, id) : resolve('node_modules', id);
    return { path, base: dirname(path), content: readFileSync(path, 'utf8') };
  },
});
const css = Buffer.from(build(lists.flatMap(({ classes }) => classes)));

const utilities = new Map<string, Set<string>>();
const ours = new Map<string, Set<string>>();
const read = (rules: Rule[], known: typeof ours): void => {
  for (const rule of rules)
    if (rule.type === 'layer-block')
      read(rule.value.rules, rule.value.name?.[0] === 'utilities' ? utilities : ours);
    else if (rule.type === 'media' && rule.value.query.mediaQueries[0]?.mediaType !== 'print')
      read(rule.value.rules, known);
    else if (rule.type === 'style') {
      const [[part, ...rest] = [], ...others] = rule.value.selectors;
      if (part?.type !== 'class' || rest.length > 0 || others.length > 0) continue;
      known.set(part.name, new Set([...(known.get(part.name) ?? []), ...propertiesOf(rule.value)]));
    }
};
const propertiesOf = ({ declarations }: StyleRule) =>
  (declarations?.declarations ?? []).flatMap(({ property, value }) =>
    property === 'custom' ? [] : property === 'unparsed' ? value.propertyId.property : property,
  );
const filename = 'all.css';
const { code } = transform({ filename, code: css, include: Features.Nesting });
transform({ filename, code, visitor: { StyleSheet: ({ rules }) => read(rules, ours) } });

/** Whether one is the other or a part of it: `font-size` of `font`. */
const meet = (a: string, b: string) => a === b || a.startsWith(`${b}-`) || b.startsWith(`${a}-`);
for (const { file, classes } of lists)
  for (const own of classes)
    for (const utility of classes)
      for (const property of utilities.get(utility) ?? [])
        if ([...(ours.get(own) ?? [])].some((each) => meet(each, property))) {
          console.error(`${file}: ${property} comes from .${own} and from .${utility}; wanted: one of them.`);
          process.exitCode = 1;
        }

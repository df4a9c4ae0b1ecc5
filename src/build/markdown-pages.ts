import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import TurndownService from 'turndown';
import { site } from '../config/site.ts';
import { checkedContent } from '../content/check.ts';
import { filesBelow } from '../lib/files-below.ts';
import { articlePath, contactAnswerPath, markdownPath } from '../routes.ts';
import { addressOf } from '../server/http/files.ts';
import { afterBuild } from './after-build.ts';

/** Lays each page that has an address beside itself as Markdown: an article as it was written, others as they are read. */
export const markdownPages = () =>
  afterBuild('markdown-pages', (dir, root) => {
    const folder = fileURLToPath(dir);
    const content = checkedContent(root, site);
    const names = new Map(content.people().map(({ id, data }) => [id, data.name]));
    const written = new Map(
      content.posts().map(({ id, data, body = '' }) => {
        const author = names.get(data.author ?? '') ?? site.founder.name;
        return [articlePath(id), asWritten({ ...data, author }, body)];
      }),
    );
    for (const name of filesBelow(folder)) {
      const address = addressOf(name);
      if (!name.endsWith('.html') || address === contactAnswerPath) continue;
      const article = written.get(address);
      const markdown = article ?? asRead(readFileSync(`${folder}/${name}`, 'utf8'));
      if (markdown) writeFileSync(`${folder}${markdownPath(address)}`, markdown);
    }
  });

const asWritten = (
  {
    title,
    subtitle,
    date,
    author,
  }: { title: string; subtitle?: string | undefined; date: string; author: string },
  body: string,
) =>
  `${[`# ${title}`, subtitle, `${author}, ${date}`, withAddresses(body.trim())].filter(Boolean).join('\n\n')}\n`;

const withAddresses = (markdown: string) => markdown.replaceAll('](/', `](${site.url}/`);

const converter = new TurndownService({
  headingStyle: 'atx',
  bulletListMarker: '-',
  codeBlockStyle: 'fenced',
}).remove(['script', 'style', 'form', 'button']);

/** Nothing for a page without an address of its own. */
function asRead(html: string): string | undefined {
  if (!html.includes('<link rel="canonical"')) return undefined;
  const [, main = ''] = /<main\b[^>]*>([\s\S]*)<\/main>/.exec(html) ?? [];
  // Drawings, ways to other pages and what only the look needs are most of a list, and take as long to parse.
  const words = main
    .replace(/<(svg|nav)\b[\s\S]*?<\/\1>/g, '')
    .replace(/<span class="sr-only">[^<]*<\/span>/g, ' ')
    .replace(/<\/?(?:span|time)\b[^>]*>/g, '');
  return `${withAddresses(converter.turndown(words))}\n`;
}

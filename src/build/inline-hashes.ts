import { createHash } from 'node:crypto';
import type { InlineHashes } from '../server/headers.ts';

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The hash of every inline script and style of the built pages, so that nothing else may run. */
export function inlineHashes(pages: Iterable<string>): InlineHashes {
  const found = { script: new Set<string>(), style: new Set<string>() };
  for (const html of pages)
    for (const tag of ['script', 'style'] as const)
      for (const [, text = ''] of html.matchAll(elements[tag])) found[tag].add(text);
  const hashes = (texts: Set<string>) => [...texts].map(sha256).sort();
  return { scripts: hashes(found.script), styles: hashes(found.style) };
}

/** A style or handler attribute: no hash can allow it, so the page would look or act differently than built. */
export function refusedAttribute(html: string): string | undefined {
  const tags = html.replace(/<(script|style)\b[\s\S]*?<\/\1>/g, '').replace(/="[^"]*"/g, '=');
  return /<[a-z][^>]*\s(style|on[a-z]+)=/i.exec(tags)?.[1];
}
const elements = {
  script: /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g,
  style: /<style(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/style>/g,
};

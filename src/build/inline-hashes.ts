import { createHash } from 'node:crypto';
import type { InlineHashes } from '../server/headers.ts';

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The hash of every inline script and style of the built pages, so that nothing else may run. */
export function inlineHashes(pages: string[]): InlineHashes {
  const collect = (tag: 'script' | 'style') => {
    const element = new RegExp(`<${tag}(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)</${tag}>`, 'g');
    const found = pages.flatMap((html) => [...html.matchAll(element)].map(([, text = '']) => sha256(text)));
    return [...new Set(found)].sort();
  };
  return { scripts: collect('script'), styles: collect('style') };
}

/** A style or handler attribute: no hash can allow it, so the page would look or act differently than built. */
export function refusedAttribute(html: string): string | undefined {
  const tags = html.replace(/<(script|style)\b[\s\S]*?<\/\1>/g, '').replace(/="[^"]*"/g, '=');
  return /<[a-z][^>]*\s(style|on[a-z]+)=/i.exec(tags)?.[1];
}

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

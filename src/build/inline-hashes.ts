import { createHash } from 'node:crypto';
import { type InlineHashes, inlineScripts } from '../server/http/headers.ts';

/** Most pages share their inline parts: each text is hashed once. */
const known = new Map<string, string>();

function sha256(text: string): string {
  const hash = known.get(text) ?? `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  known.set(text, hash);
  return hash;
}

/** The hash of every inline script and style of a page, so that nothing else may run. */
export function inlineHashes(html: string): InlineHashes {
  const hashes = (tag: 'script' | 'style') => [...new Set(inlineTexts(html, tag).map(sha256))].sort();
  return { scripts: hashes('script'), styles: hashes('style') };
}

const inlineTexts = (html: string, tag: 'script' | 'style') =>
  [...html.matchAll(elements[tag])].map(([, text = '']) => text);

/** Not what a page tells search engines: no browser runs it, so that no policy has to allow it. */
const elements = {
  script: /<script(?! type="application\/ld\+json")(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g,
  style: /<style(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/style>/g,
};

/** Those of several pages, each once. */
export function allOf(pages: Iterable<InlineHashes>): InlineHashes {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  for (const page of pages) {
    for (const hash of page.scripts) scripts.add(hash);
    for (const hash of page.styles) styles.add(hash);
  }
  return { scripts: [...scripts].sort(), styles: [...styles].sort() };
}

/** What on a page the policy will not let through, in a sentence that says how to mend it. */
export function refusal(page: string, html: string, inline = inlineHashes(html)): string | undefined {
  const attribute = refusedAttribute(html);
  if (attribute)
    return (
      `${page} has the attribute \`${attribute}\`, which the Content-Security-Policy refuses. ` +
      'Use a class for a style, and a listener in an island for a handler.'
    );
  if (inline.scripts.every((hash) => allowed.has(hash))) return undefined;
  const script = inlineTexts(html, 'script').find((text) => !allowed.has(sha256(text))) ?? '';
  const start = script.trim().replaceAll(/\s+/g, ' ').slice(0, 60);
  return (
    `${page} has an inline script that nobody has allowed: \`${start}\`. ` +
    `If it is ours, add "${sha256(script)}" to inlineScripts in src/server/http/headers.ts; if not, remove it.`
  );
}

const allowed = new Set(Object.values(inlineScripts));

/** A style or handler attribute: no hash can allow it, so the page would look or act differently than built. */
function refusedAttribute(html: string): string | undefined {
  // Most pages hold nothing that looks like one, and need not be taken apart.
  if (!/\s(style|on[a-z]+)=/i.test(html)) return undefined;
  const tags = html.replace(/<(script|style)\b[\s\S]*?<\/\1>/g, '').replace(/="[^"]*"/g, '=');
  return /<[a-z][^>]*\s(style|on[a-z]+)=/i.exec(tags)?.[1];
}

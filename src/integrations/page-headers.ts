import { createHash } from 'node:crypto';
import { FOREVER, HASHED, typesByAddress } from '../server/http/files.ts';
import {
  contentSecurityPolicy,
  type HeaderTable,
  type InlineHashes,
  inlineScripts,
  markdownHeaders,
  securityHeaders,
  transportHeaders,
} from '../server/http/headers.ts';

/** The hash of every inline script and style of a page, so that nothing else may run. */
export function inlineHashes(html: string): InlineHashes {
  const hashes = (tag: 'script' | 'style') => [...new Set(inlineTexts(html, tag).map(sha256))].sort();
  return { scripts: hashes('script'), styles: hashes('style') };
}

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const inlineTexts = (html: string, tag: 'script' | 'style') =>
  [...html.matchAll(elements[tag])].map(([, text = '']) => text);

/** Without structured data, which no browser runs. */
const elements = {
  script: /<script(?! type="application\/ld\+json")(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g,
  style: /<style(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/style>/g,
};

/** A sentence about something on a page that the policy refuses, and how to fix it. */
export function refusal(page: string, html: string, { scripts } = inlineHashes(html)): string | undefined {
  const attribute = refusedAttribute(html);
  if (attribute)
    return (
      `${page} has the attribute \`${attribute}\`, which the Content-Security-Policy refuses. ` +
      'Use a class for a style, and a listener in an island for a handler.'
    );
  if (scripts.every((hash) => allowed.has(hash))) return undefined;
  const script = inlineTexts(html, 'script').find((text) => !allowed.has(sha256(text))) ?? '';
  const start = script.trim().replaceAll(/\s+/g, ' ').slice(0, 60);
  return (
    `${page} has an inline script that is not allowed: \`${start}\`. ` +
    `If it is ours, add "${sha256(script)}" to inlineScripts in src/server/http/headers.ts; if not, remove it.`
  );
}

const allowed = new Set(Object.values(inlineScripts));

/** A style or handler attribute: no hash can allow it, so the page would look or act differently than built. */
function refusedAttribute(html: string): string | undefined {
  // Few pages hold anything that looks like one: the others need no parsing.
  if (!/\s(style|on[a-z]+)=/i.test(html)) return undefined;
  const tags = html.replace(/<(script|style)\b[\s\S]*?<\/\1>/g, '').replace(/="[^"]*"/g, '=');
  return /<[a-z][^>]*\s(style|on[a-z]+)=/i.exec(tags)?.[1];
}

/**
 * The security headers by the name of the file below dist/: for our server, which gives each page its own policy, and for
 * static hosts, which know rules rather than pages and so send one policy that fits all pages.
 */
export function headerFiles(pages: ReadonlyMap<string, InlineHashes>) {
  const rule = (pattern: string, headers: Record<string, string>) =>
    [pattern, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`), ''].join('\n');
  return {
    'headers.json': `${JSON.stringify(tableOf(pages), null, 2)}\n`,
    'client/_headers': [
      rule('/*', { ...securityHeaders(allOf([...pages.values()])), ...transportHeaders }),
      rule(`${HASHED}*`, { 'Cache-Control': FOREVER }),
      ...Object.entries(typesByAddress).map(([address, type]) => rule(address, { 'Content-Type': type })),
      rule('/*.md', markdownHeaders),
    ].join(''),
  };
}

function tableOf(pages: ReadonlyMap<string, InlineHashes>): HeaderTable {
  const policies: HeaderTable['policies'] = {};
  for (const [address, hashes] of pages) {
    const policy = contentSecurityPolicy(hashes);
    policies[policy] ??= [];
    policies[policy].push(address);
  }
  return { headers: securityHeaders({ scripts: [], styles: [] }), policies };
}

/** The hashes of several pages, each once. */
export const allOf = (pages: InlineHashes[]): InlineHashes => ({
  scripts: [...new Set(pages.flatMap(({ scripts }) => scripts))].sort(),
  styles: [...new Set(pages.flatMap(({ styles }) => styles))].sort(),
});

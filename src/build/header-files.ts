import { FOREVER, HASHED, typesByAddress } from '../server/http/files.ts';
import {
  contentSecurityPolicy,
  type HeaderTable,
  type InlineHashes,
  markdownHeaders,
  securityHeaders,
  transportHeaders,
} from '../server/http/headers.ts';
import { allOf } from './inline-hashes.ts';

/**
 * The table of security headers by the name of the file below dist/: for our server, which gives each page its own
 * policy, and for static hosts, which know rules rather than pages and so send one policy that fits all pages.
 */
export function headerFiles(pages: ReadonlyMap<string, InlineHashes>): Record<string, string> {
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

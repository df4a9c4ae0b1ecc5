import { extname } from 'node:path';
import { faviconIcoPath, manifestPath, sitemapPath } from '../routes.ts';
import { FOREVER, HASHED, types, typesByAddress } from '../server/http/files.ts';
import {
  contentSecurityPolicy,
  documentHeaders,
  type HeaderTable,
  type InlineHashes,
  markdownHeaders,
  securityHeaders,
  transportHeaders,
} from '../server/http/headers.ts';
import { allOf } from './inline-hashes.ts';

type Line = (name: string, value: string) => string;

/**
 * The one table of security headers in the language of each server, by the name of the file below dist/. Ours gives
 * each page its own policy; the others, which know rules rather than pages, give all of them one that fits all, those
 * to come as well.
 */
export function headerFiles(
  pages: ReadonlyMap<string, InlineHashes>,
  later: InlineHashes[] = [],
): Record<string, string> {
  const all = Object.entries(securityHeaders(allOf([...pages.values(), ...later])));
  const font = all.filter(([name]) => !documentHeaders.includes(name));
  const transport = Object.entries(transportHeaders);
  const markdown = Object.entries(markdownHeaders);
  const special = Object.entries(typesByAddress);
  const write = (headers: [string, string][], line: Line) =>
    headers.map(([name, value]) => `${line(name, value)}\n`).join('');

  const plain: Line = (name, value) => `  ${name}: ${value}`;
  const nginx: Line = (name, value) => `add_header ${name} "${value}" always;`;
  const caddy: Line = (name, value) => `  ${name} "${value}"`;
  // nginx sends no header whose value is empty, and so none of these to a visitor without HTTPS.
  const variables = transport.map(([name]): [string, string] => [name, variableOf(name)]);
  const variable: Line = (name, value) => `map $https ${variableOf(name)} { on "${value}"; default ""; }`;

  return {
    'headers.json': `${JSON.stringify(tableOf(pages), null, 2)}\n`,
    'client/_headers': `/*\n${write([...all, ...transport], plain)}${HASHED}*\n${plain('Cache-Control', FOREVER)}\n${special
      .map(([address, type]) => `${address}\n${plain('Content-Type', type)}\n`)
      .join('')}/*.md\n${write(markdown, plain)}`,
    'nginx/transport.conf': write(transport, variable),
    'nginx/page.conf': write([...all, ...variables], nginx),
    'nginx/markdown.conf': write(markdown, nginx),
    'nginx/font.conf': write([...font, ...variables], nginx),
    'nginx/types.conf': [
      'types {\n',
      ...Object.entries(types).map(([ending, type]) => `  "${type}" ${ending.slice(1)};\n`),
      '}\n',
      ...special.map(([address, type]) => `location = ${address} { types {} default_type "${type}"; }\n`),
    ].join(''),
    'caddy/types.conf': [...special, ...unknownToCaddy]
      .map(([address, type]) => `header ${address} Content-Type "${type}"\n`)
      .join(''),
    'caddy/markdown.conf': write(markdown, caddy),
    'caddy/headers.conf': [
      `@fonts path *.woff2\nheader @fonts {\n${write(font, caddy)}}\n`,
      `@others not path *.woff2\nheader @others {\n${write(all, caddy)}}\n`,
      `@https protocol https\nheader @https {\n${write(transport, caddy)}}\n`,
    ].join(''),
  };
}

/** It takes these for something else, or for nothing. By address, as an answer to a missing one is a page. */
const unknownToCaddy = [manifestPath, sitemapPath, faviconIcoPath].map((path) => [
  path,
  types[extname(path)],
]);

const variableOf = (name: string) => `$${name.toLowerCase().replaceAll('-', '_')}`;

function tableOf(pages: ReadonlyMap<string, InlineHashes>): HeaderTable {
  const policies: HeaderTable['policies'] = {};
  for (const [address, hashes] of pages) {
    const policy = contentSecurityPolicy(hashes);
    policies[policy] ??= [];
    policies[policy].push(address);
  }
  return { headers: securityHeaders({ scripts: [], styles: [] }), policies };
}

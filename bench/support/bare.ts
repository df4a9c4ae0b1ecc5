/**
 * A node:http handler that knows one answer and looks at nothing. It takes headers and bytes from the page whose address
 * it is given, or the bytes from a file.
 */
import { readFileSync } from 'node:fs';
import { createServer, get } from 'node:http';
import { brotliCompressSync } from 'node:zlib';

const [, , port, url = '', file] = process.argv;
const own = /^(date|connection|keep-alive|content-length)$/i;

get(url, { headers: { 'Accept-Encoding': 'br' } }, async (answer) => {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk);
  const body = file ? brotliCompressSync(readFileSync(file)) : Buffer.concat(chunks);
  const { rawHeaders } = answer;
  const headers = rawHeaders.filter((_, i) => !own.test(rawHeaders[i - (i % 2)] ?? ''));
  headers.push('Content-Length', String(body.length));
  createServer((_, response) => response.writeHead(200, headers).end(body)).listen(Number(port), '127.0.0.1');
});

/**
 * The limit of the runtime: a node:http handler that knows one answer and looks at nothing. It takes the answer from
 * the server whose address it is given, so that both send the same headers and the same bytes.
 */
import { createServer, get } from 'node:http';

const [, , port, url = ''] = process.argv;
const own = /^(date|connection|keep-alive)$/i;

get(url, { headers: { 'Accept-Encoding': 'br' } }, async (answer) => {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  const { rawHeaders } = answer;
  const headers = rawHeaders.filter((_, i) => !own.test(rawHeaders[i - (i % 2)] ?? ''));
  createServer((_, response) => response.writeHead(200, headers).end(body)).listen(Number(port), '127.0.0.1');
});

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { REFERENCE_PARAMETER, routes } from '../routes.ts';
import type { Contact } from './contact.ts';
import { loadFiles, NOT_FOUND, type StoredFile } from './files.ts';
import { documentHeaders } from './headers.ts';
import type { Log } from './log.ts';

interface Options {
  folder: string;
  headers: Record<string, string>;
  contact: Contact;
  log: Log;
}

const FAILED = 'Something went wrong on our side. Nothing was stored. Please try again.\n';

export function createSite({ folder, headers, contact, log }: Options): Server {
  const files = loadFiles(folder);
  const notFound = files.get(NOT_FOUND);
  if (!notFound) throw new Error(`${folder} holds no 404.html; run npm run build first.`);

  return createServer((request, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    const [path = '/', query = ''] = (request.url ?? '/').split('?', 2);
    const isRead = request.method === 'GET' || request.method === 'HEAD';

    const onDemand = (exchange: Promise<unknown>) => {
      exchange.catch((error) => {
        log('request-failed', { error });
        if (response.headersSent) response.destroy();
        else response.writeHead(500, { 'Content-Type': 'text/plain; charset=utf-8' }).end(FAILED);
      });
    };
    const answerFromFiles = () => {
      const file = path === NOT_FOUND ? undefined : files.get(path);
      if (!isRead) return refuse(response, file ? 405 : 404, path);
      if (file) return send(request, response, 200, file);
      const canonical = path.replace(/\/+$/, '');
      if (canonical === path || !files.has(canonical)) return send(request, response, 404, notFound);
      response.writeHead(308, { Location: canonical + (request.url ?? '').slice(path.length) }).end();
    };

    if (path === routes.contact && request.method === 'POST')
      return onDemand(contact.post(request, response));
    const reference =
      path === routes.contact && isRead && new URLSearchParams(query).get(REFERENCE_PARAMETER);
    if (!reference) return answerFromFiles();
    onDemand(contact.confirm(reference, request, response).then((shown) => shown || answerFromFiles()));
  });
}

function send(request: IncomingMessage, response: ServerResponse, status: number, file: StoredFile) {
  response.setHeader('Content-Type', file.type);
  response.setHeader('Cache-Control', file.cacheControl);
  response.setHeader('Vary', 'Accept-Encoding');
  // A font obeys no policy; the hashes of every inline style would only weigh it down.
  if (file.type.startsWith('font/')) for (const name of documentHeaders) response.removeHeader(name);
  if (status === 200) {
    response.setHeader('ETag', file.etag);
    if (request.headers['if-none-match'] === file.etag) {
      response.writeHead(304).end();
      return;
    }
  }
  const compressed =
    file.brotli && /\bbr\b/.test(request.headers['accept-encoding'] ?? '') ? file.brotli : undefined;
  if (compressed) response.setHeader('Content-Encoding', 'br');
  const body = compressed ?? file.body;
  response.setHeader('Content-Length', body.length);
  response.writeHead(status).end(request.method === 'HEAD' ? undefined : body);
}

function refuse(response: ServerResponse, status: number, path: string) {
  if (status === 405) response.setHeader('Allow', path === routes.contact ? 'GET, HEAD, POST' : 'GET, HEAD');
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' });
  response.end(status === 405 ? 'This address can only be read.\n' : 'There is nothing at this address.\n');
}

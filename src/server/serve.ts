import { createServer, type Server, type ServerResponse } from 'node:http';
import { REFERENCE_PARAMETER, routes } from '../routes.ts';
import type { Contact } from './contact.ts';
import { transportHeaders } from './headers.ts';
import type { Log } from './log.ts';
import { answerUnreadable, pathOf, serveFiles } from './static.ts';

interface Options {
  folder: string;
  headers: Record<string, string>;
  contact: Contact;
  log: Log;
  /** Whether visitors reach us by HTTPS. */
  tls?: boolean;
}

const FAILED = 'Something went wrong on our side. Nothing was stored. Please try again.\n';

/** The whole site: files from memory, and the contact page where it has something to answer. */
export function createSite({ folder, headers: table, contact, log, tls = false }: Options): Server {
  const headers = tls ? { ...table, ...transportHeaders } : table;
  const answerFile = serveFiles(folder, headers);

  const server = createServer({ optimizeEmptyRequests: true }, (request, response) => {
    const url = request.url ?? '/';
    if (!url.startsWith(routes.contact) || pathOf(url) !== routes.contact)
      return answerFile(request, response);

    const reference = new URLSearchParams(url.split('?', 2)[1]).get(REFERENCE_PARAMETER);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (request.method !== 'POST' && !(isRead && reference)) return answerFile(request, response);

    response.setHeaders(new Map(Object.entries(headers)));
    const exchange =
      reference && isRead
        ? contact
            .confirm(reference, request, response)
            .then((shown) => shown || answerFile(request, response))
        : contact.post(request, response);
    exchange.catch((error) => {
      log('request-failed', { error });
      fail(response);
    });
  });
  return server.on('clientError', answerUnreadable(headers));
}

function fail(response: ServerResponse): void {
  if (response.headersSent) response.destroy();
  else response.writeHead(500, { 'Content-Type': 'text/plain; charset=utf-8' }).end(FAILED);
}

import * as http from 'node:http';
import * as https from 'node:https';
import { isIP } from 'node:net';

export interface Answer {
  /** 0 where none came, or only a part. */
  status: number;
  headers: http.IncomingHttpHeaders;
  /** Where none came: why. */
  text: string;
}

/** Longer than any answer may take, also on a busy machine. */
const PATIENCE = 60_000;

/** A request over a connection of its own from the given address of this machine: fetch cannot choose one. */
export function ask(
  url: string,
  { from = '127.0.0.1', body, ...options }: https.RequestOptions & { from?: string; body?: string },
): Promise<Answer> {
  const { request } = url.startsWith('https:') ? https : http;
  return new Promise((resolve) => {
    const none = (error: Error) => resolve({ status: 0, headers: {}, text: error.message });
    const asked = request(
      url,
      // Of the same family: where localhost is ::1 first, an address of version 4 could not be bound.
      { localAddress: from, family: isIP(from), agent: false, timeout: PATIENCE, ...options },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (part) => (text += part));
        answer.once('error', none);
        answer.once('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
      },
    );
    asked.once('timeout', () => asked.destroy(new Error('No answer came in time.')));
    // A kept connection may be closed while it is used; every browser then tries again.
    asked.once('error', (error) =>
      asked.reusedSocket ? resolve(ask(url, { from, body, ...options })) : none(error),
    );
    asked.end(body);
  });
}

import type { IncomingHttpHeaders } from 'node:http';
import { OTHERS } from '../db/visits.ts';

/**
 * Whether a page that is sent in answer to these headers is opened by a visitor who has not objected to being counted, as
 * far as the headers say so. Browsers without Sec-Fetch-Dest, and all of them without HTTPS, are believed.
 */
export function isOpened(headers: IncomingHttpHeaders): boolean {
  if (headers['sec-gpc'] === '1' || headers.dnt === '1') return false;
  const destination = headers['sec-fetch-dest'];
  if (destination !== undefined && destination !== 'document') return false;
  const purpose = headers['sec-purpose'] ?? headers.purpose ?? headers['x-purpose'] ?? headers['x-moz'];
  return purpose === undefined || !AHEAD.test(String(purpose));
}

/** Loaded in case that it is wanted; the server does not learn whether it ever is. */
const AHEAD = /prefetch|prerender|preview/i;

/** The host whose link was followed, and nothing else of its address; empty where that is ourselves. */
export function referrerOf({ referer, host, 'sec-fetch-site': site }: IncomingHttpHeaders): string {
  if (!referer || site === 'same-origin') return '';
  const [, named = ''] = HOST.exec(referer) ?? [];
  const name = named.toLowerCase();
  if (name !== '' && name === host?.toLowerCase().replace(PORT, '')) return '';
  return name.length <= LONGEST && PUBLIC.test(name) ? name : OTHERS;
}

/** Up to the end of the host. What stands before an @ is a person's name. */
const HOST = /^https?:\/\/([^/?#@:]+)(?::\d*)?(?:[/?#]|$)/i;
const PORT = /:\d+$/;
/** A public host name: a number is an address, and a name without a dot is in a private network. */
const PUBLIC = /^(?:[\w-]+\.)+[a-z][a-z0-9-]+$/;
const LONGEST = 100;

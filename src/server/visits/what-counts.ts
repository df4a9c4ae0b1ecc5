import type { IncomingHttpHeaders } from 'node:http';
import { OTHERS } from '../db/visits.ts';
import { robotNames } from './robots.ts';

/**
 * Whether a page that is sent in answer to these headers is opened by somebody who has nothing against being counted, as
 * far as the headers say so. Browsers without Sec-Fetch-Dest, and all of them without HTTPS, are believed.
 */
export function isOpened(headers: IncomingHttpHeaders): boolean {
  if (headers['sec-gpc'] === '1' || headers.dnt === '1') return false;
  const destination = headers['sec-fetch-dest'];
  if (destination !== undefined && destination !== 'document') return false;
  const purpose = headers['sec-purpose'] ?? headers.purpose ?? headers['x-purpose'] ?? headers['x-moz'];
  return purpose === undefined || !AHEAD.test(String(purpose));
}

/** Loaded in case that it is wanted; whether it ever is, nobody tells the server. */
const AHEAD = /prefetch|prerender|preview/i;

/** Every browser gives itself a name; what has none is a program. */
export const isRobot = (userAgent: string): boolean => userAgent === '' || ROBOT.test(userAgent);

const ROBOT = new RegExp(robotNames.join('|'), 'i');

/** The host whose link was followed, and nothing else of its address; empty where that is ourselves. */
export function referrerOf(referer: string, ownHost = ''): string {
  const [, named = ''] = HOST.exec(referer) ?? [];
  const name = named.toLowerCase();
  if (name !== '' && name === ownHost.toLowerCase().replace(PORT, '')) return '';
  return name.length <= LONGEST && PUBLIC.test(name) ? name : OTHERS;
}

/** Up to the end of the host: what an @ follows is somebody's name. */
const HOST = /^https?:\/\/([^/?#@:]+)(?::\d*)?(?:[/?#]|$)/i;
const PORT = /:\d+$/;
/** As the net knows it: a number is an address, and a name without a dot is somebody's own network. */
const PUBLIC = /^(?:[\w-]+\.)+[a-z][a-z0-9-]+$/;
const LONGEST = 100;

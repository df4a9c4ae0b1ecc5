import type { IncomingMessage } from 'node:http';
import { isThisMachine } from '../addresses.ts';
import { type Answer, targetOf } from './static.ts';

/**
 * Answers a request that is not for the host of the site; nothing where it is. Without a proxy any host is served: the
 * site is looked at on a laptop, or from a phone in its network. This machine may always ask itself.
 */
export function checkHost(origin: string | undefined) {
  const own = origin && new URL(origin).hostname;
  return ({ headers: { host }, url }: IncomingMessage): Answer | undefined => {
    if (!own || host === own) return undefined;
    const asked = URL.parse(`http://${host}`)?.hostname ?? '';
    if (asked === own || isThisMachine(asked)) return undefined;
    if (`www.${asked}` === own || asked === `www.${own}`)
      return { status: 308, headers: { Location: origin + targetOf(url), 'Cache-Control': 'no-cache' } };
    return {
      status: 421,
      headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
      body: `This server answers for ${own} alone.\n`,
    };
  };
}

import ipaddr from 'ipaddr.js';
import type { Proxies } from '../settings.ts';

/**
 * Who sent the request. The header that proxies write is believed only from the proxies that the owner names:
 * everything further left could have been typed by the visitor.
 */
export function visitorAddress(socket: string, forwarded: string | undefined, proxies: Proxies): string {
  if (!forwarded || proxies.length === 0) return socket;
  let address = socket;
  for (const written of [socket, ...forwarded.split(',').reverse()]) {
    const hop = withoutPort(written.trim());
    if (!ipaddr.isValid(hop)) break;
    address = hop;
    if (!isProxy(hop, proxies)) break;
  }
  return address;
}

/** Some proxies write the port as well: 192.0.2.1:5000, [2001:db8::1]:5000. */
function withoutPort(hop: string): string {
  const [, bracketed, plain] = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(hop) ?? [];
  return bracketed ?? plain ?? hop;
}

export function isProxy(address: string, proxies: Proxies): boolean {
  if (proxies.length === 0 || !ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return proxies.some((range) => range[0].kind() === parsed.kind() && parsed.match(range));
}

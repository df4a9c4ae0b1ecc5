import ipaddr from 'ipaddr.js';

/** Whatever goes to such a host is on no wire. As a URL names it: in small letters, the numbers of version 4 in full. */
export const isThisMachine = (host: string) =>
  /^(localhost|.+\.localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host);

export interface Network {
  name: string;
  /** Limit multiplier, relative to one visitor. */
  share: number;
}

/**
 * The networks that an address belongs to, the narrowest first, each with a limit of its own. A visitor has one address
 * of version 4; of version 6 they may have a whole /64, many a /56 and some a /48. The last one is what a provider has
 * (/16 or /32): whoever rents very many addresses mostly gets them from a few of those.
 */
export function networksOf(address: string): [Network, ...Network[]] {
  if (!ipaddr.isValid(address)) return [{ name: 'unknown', share: 1 }];
  const parsed = ipaddr.process(address);
  const bytes = parsed.toByteArray();
  const network = (bits: number, share: number) => ({
    name: `${parsed.kind()} ${Buffer.from(bytes.slice(0, bits / 8)).toString('hex')}/${bits}`,
    share,
  });
  return parsed.kind() === 'ipv4'
    ? [network(32, 1), network(24, 4), network(16, 16)]
    : [network(64, 1), network(56, 2), network(48, 4), network(32, 16)];
}

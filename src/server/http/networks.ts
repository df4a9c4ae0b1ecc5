import ipaddr from 'ipaddr.js';

export interface Network {
  name: string;
  /** How many times what one visitor may do all of it together may. */
  share: number;
}

/**
 * The networks that an address belongs to, the narrowest first. A visitor has one address of version 4; of version 6
 * they may have a whole /64, many a /56 and some a /48, so each of those is held to a limit of its own.
 */
export function networksOf(address: string): [Network, ...Network[]] {
  if (!ipaddr.isValid(address)) return [{ name: 'unknown', share: 1 }];
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return [{ name: parsed.toString(), share: 1 }];
  const bytes = parsed.toByteArray();
  const network = (bits: number, share: number) => ({
    name: `${Buffer.from(bytes.slice(0, bits / 8)).toString('hex')}/${bits}`,
    share,
  });
  return [network(64, 1), network(56, 2), network(48, 4)];
}

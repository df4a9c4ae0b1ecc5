import { createHmac, randomBytes } from 'node:crypto';
import rateLimit, { type RateLimitOptions } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { retention } from '../../lib/retention.ts';
import type { Quota } from '../db/intake.ts';
import type { Settings } from '../settings.ts';

interface Network {
  name: string;
  /** Limit multiplier, relative to one visitor. */
  share: number;
}

/** Some proxies write the port as well: 192.0.2.1:5000, [2001:db8::1]:5000. */
const WITH_PORT = /^(?:([\d.]+):\d+|\[([^\]]*)\](?::\d+)?)$/;

/**
 * The networks that an address belongs to, the narrowest first, each with a limit of its own. A visitor has one address
 * of version 4; of version 6 they may have a whole /64, many a /56 and some a /48. The last one is what a provider has
 * (/16 or /32): large numbers of rented addresses mostly come from a few of those.
 */
function networksOf(written = ''): Network[] {
  const address = written.replace(WITH_PORT, '$1$2');
  if (!ipaddr.isValid(address)) return [{ name: 'unknown', share: 1 }];
  const parsed = ipaddr.process(address);
  const bytes = Buffer.from(parsed.toByteArray());
  const network = (bits: number, share: number) => ({
    name: `${parsed.kind()} ${bytes.toString('hex', 0, bits / 8)}/${bits}`,
    share,
  });
  return parsed.kind() === 'ipv4'
    ? [network(32, 1), network(24, 4), network(16, 16)]
    : [network(64, 1), network(56, 2), network(48, 4), network(32, 16)];
}
const MOST_NETWORKS_OF_AN_ADDRESS = 4;

/** For each enquiry that an address may store, this many requests: mistakes, repetitions, look-ups. */
const REQUESTS_PER_ENQUIRY = 20;
/** Networks that are remembered of each size. When that is full, the one that has been quiet longest is forgotten. */
const MOST_REMEMBERED = 10_000;

/** The seconds to wait before this visitor may ask for anything that costs work; 0 when it may, which then counts. */
export type CountRequest = (request: FastifyRequest) => Promise<number>;

/** Counts requests in memory. 0 enquiries per address: no limit. */
export async function limitRequests(
  app: FastifyInstance,
  enquiriesPerAddress: number,
): Promise<CountRequest> {
  if (enquiriesPerAddress === 0) return async () => 0;
  await app.register(rateLimit, { global: false });
  const limits = Array.from({ length: MOST_NETWORKS_OF_AN_ADDRESS }, (_, i) => {
    // From the end: a flood of small networks takes no place of a provider's.
    const networkOf = ({ ip }: FastifyRequest) => networksOf(ip).at(i - MOST_NETWORKS_OF_AN_ADDRESS);
    const options: RateLimitOptions = {
      timeWindow: retention.windowMinutes * 60 * 1000,
      cache: MOST_REMEMBERED,
      keyGenerator: (request) => networkOf(request)?.name ?? '',
      max: (request) => enquiriesPerAddress * REQUESTS_PER_ENQUIRY * (networkOf(request)?.share ?? 1),
    };
    return app.createRateLimit(options);
  });
  return async (request) => {
    // The narrowest first: what is refused there does not use up what its neighbours may ask.
    for (const limit of limits.slice(-networksOf(request.ip).length)) {
      const counted = await limit(request);
      if (!counted.isAllowed && counted.isExceeded) return counted.ttlInSeconds;
    }
    return 0;
  };
}

/** How much a visitor at this address may store. */
export type QuotaOf = (address: string) => Quota;

/**
 * Networks are known to the store by codes that lead back to no address without a secret: the address of the database
 * with its password, which all machines have; where the store is a file, one that ends with this process.
 */
export function quotas({
  database,
  rateLimit: perAddress,
  dailyLimit: perDay,
}: Pick<Settings, 'database' | 'rateLimit' | 'dailyLimit'>): QuotaOf {
  const secret = 'url' in database ? database.url : randomBytes(32);
  const codeOf = (name: string) => createHmac('sha256', secret).update(name).digest('base64url');
  return (address) => ({
    perAddress,
    perDay,
    networks:
      perAddress === 0 ? [] : networksOf(address).map(({ name, share }) => ({ code: codeOf(name), share })),
  });
}

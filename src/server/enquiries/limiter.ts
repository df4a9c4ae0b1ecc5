import { createHmac } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import type { Pool } from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';

const WINDOW_SECONDS = 10 * 60;

/** Answers with the seconds to wait, or with 0 when the address may go on. What led to nothing new is given back. */
export type Limiter = (address: string, direction?: 'back') => Promise<number>;

/**
 * At most `points` enquiries per address in ten minutes, counted in memory or, for several machines, in PostgreSQL.
 * There an address is never written down: what is stored cannot be turned back without the database's own password.
 */
export function createLimiter(points: number, shared?: { pool: Pool; secret: string }): Limiter {
  if (points === 0) return async () => 0;
  const options = { points, duration: WINDOW_SECONDS };
  const memory = new RateLimiterMemory(options);
  const limiter = shared
    ? new RateLimiterPostgres({
        ...options,
        storeClient: shared.pool,
        tableName: 'rate_limits',
        tableCreated: true,
        insuranceLimiter: memory,
      })
    : memory;
  return async (address, direction) => {
    const key = shared
      ? createHmac('sha256', shared.secret).update(networkOf(address)).digest('base64url')
      : networkOf(address);
    try {
      await (direction === 'back' ? limiter.reward(key) : limiter.consume(key));
      return 0;
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return Math.ceil(refusal.msBeforeNext / 1000);
      throw refusal;
    }
  };
}

/** A visitor has one address of version 4 but a whole network of version 6. */
function networkOf(address: string): string {
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv6' ? parsed.toByteArray().slice(0, 8).join('.') : parsed.toString();
}

export type Proxies = ReturnType<typeof ipaddr.parseCIDR>[];

/**
 * Who sent the request. The header that proxies write is believed only from the proxies that the owner names:
 * everything further left could have been typed by the visitor.
 */
export function visitorAddress(socket: string, forwarded: string | undefined, proxies: Proxies): string {
  if (!forwarded || proxies.length === 0) return socket;
  const isProxy = (address: string) => {
    const parsed = ipaddr.process(address);
    return proxies.some((range) => range[0].kind() === parsed.kind() && parsed.match(range));
  };
  const hops = [...forwarded.split(',').map((hop) => hop.trim()), socket];
  let address = socket;
  for (const hop of hops.reverse()) {
    if (!ipaddr.isValid(hop)) break;
    address = hop;
    if (!isProxy(hop)) break;
  }
  return address;
}

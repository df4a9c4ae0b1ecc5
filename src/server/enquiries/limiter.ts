import cluster from 'node:cluster';
import { createHmac } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import type { Pool } from 'pg';
import {
  RateLimiterCluster,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';

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
  // Worker processes ask the one that started them to count, so that they count together.
  const memory = cluster.isWorker
    ? new RateLimiterCluster({ ...options, keyPrefix: 'enquiries', timeoutMs: 1000 })
    : new RateLimiterMemory(options);
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

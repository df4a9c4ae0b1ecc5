/** Prints what the limiter holds once it has met very many addresses. Run with --expose-gc. */
import { createLimiter } from '../../src/server/enquiries/limiter.ts';

export interface Weighed {
  addresses: number;
  bytes: number;
  isNewcomerTaken: boolean;
}

const ADDRESSES = 1_000_000;
const weight = () => {
  globalThis.gc?.();
  return process.memoryUsage.rss();
};

const limiter = createLimiter(10);
const before = weight();
for (let i = 0; i < ADDRESSES; i++) {
  const [high, low] = [i >> 16, i & 0xffff];
  // A visitor of version 6 takes three places, one for each network (src/server/networks.ts).
  const address =
    i % 2 ? `2001:${high.toString(16)}:${low.toString(16)}::1` : `11.${high}.${low >> 8}.${low & 255}`;
  limiter.ask(address);
}
const bytes = weight() - before;
const isNewcomerTaken = limiter.ask('192.0.2.1') === 0 && (await limiter.take('192.0.2.1')) === 0;
console.log(JSON.stringify({ addresses: ADDRESSES, bytes, isNewcomerTaken } satisfies Weighed));

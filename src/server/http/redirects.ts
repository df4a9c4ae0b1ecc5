import { partsOf } from '../../lib/target.ts';
import type { Redirect } from '../../schemas/redirect.ts';

/** The headers that lead from each address to another; nothing where the address is gone. */
export type Moved = ReadonlyMap<string, ((query: string) => Record<string, string>) | undefined>;

export function prepareRedirects(redirects: readonly Redirect[], security: Record<string, string>): Moved {
  // Browsers keep a permanent redirect for ever unless they are told to ask again: a mistake could not be taken back.
  const always = { ...security, 'Cache-Control': 'no-cache', 'Content-Length': '0' };
  return new Map(
    redirects.map(({ from, to }) => {
      if (to === undefined) return [from, undefined];
      const [address, place] = partsOf(to);
      return [from, (query) => ({ ...always, Location: query.length > 1 ? address + query + place : to })];
    }),
  );
}

import { partsOf } from '../../lib/target.ts';
import type { Redirect } from '../../schemas/redirect.ts';

/** The headers that lead from each address to another, as a flat list; nothing where the address is gone. */
export type Moved = ReadonlyMap<string, ((query: string) => string[]) | undefined>;

export function prepareRedirects(redirects: readonly Redirect[], security: string[]): Moved {
  // Browsers keep a permanent redirect for ever unless they are told to ask again: a mistake could not be taken back.
  const always = [...security, 'Cache-Control', 'no-cache', 'Content-Length', '0', 'Location'];
  return new Map(
    redirects.map(({ from, to }) => {
      if (to === undefined) return [from, undefined];
      const [address, place] = partsOf(to);
      const plain = [...always, to];
      return [from, (query) => (query.length > 1 ? [...always, address + query + place] : plain)];
    }),
  );
}

import { inject } from 'vitest';
import { readFirm } from './read-firm.ts';

export type { Firm } from './read-firm.ts';

/**
 * The sites under test, each built once by global-setup.ts. `own` is this checkout: whatever its owner wrote, so tests ask
 * of it only what holds for any valid content. `other` is tests/other-firm with sixty articles; `least` is the same firm
 * without anything optional. Tests of behaviour read `other`, or `least` where it matters that there is little.
 */
export type FirmName = 'own' | 'other' | 'least';

export interface BuiltFirm {
  root: string;
  url: string;
  /** Where the server stores its enquiries. */
  database: string;
  /** What its build said. */
  output: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    firms: Record<FirmName, BuiltFirm>;
    /** The other firm's. */
    url: string;
    database: string;
  }
}

export async function builtFirm(name: FirmName) {
  const firm = inject('firms')[name];
  return { ...firm, ...(await readFirm(firm.root)) };
}

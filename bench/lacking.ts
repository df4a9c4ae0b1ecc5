import { findChromium } from '../tests/support/chromium.ts';
import { isInstalled, lacking } from '../tests/support/fronts.ts';

export const lackingWrk = isInstalled('wrk', '-v') ? undefined : 'wrk is not installed: apt-get install wrk';

export const lackingChromium = findChromium()
  ? undefined
  : 'No Chromium was found: CHROMIUM=/path npm run bench';

/** All that a whole run lacks on this machine, a sentence each. */
export const allLacking = [lackingWrk, lackingChromium, lacking.nginx, lacking.caddy].filter(
  (sentence) => sentence !== undefined,
);

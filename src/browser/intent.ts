import type { ClientDirective } from 'astro';

/** A component tells that React has taken over its markup (see Island.tsx). */
export const READY = 'island-ready';

/** How long a click is held. A script that has not come by then may never come, and the form works without it. */
const LONGEST_HOLD_MS = 5000;

/**
 * client:intent loads an island when the visitor is about to use it: pointer, focus or touch. A click on a button
 * that comes before the island is ready is held and repeated, so that the first one is never lost.
 */
const intent: ClientDirective = (load, _options, element) => {
  const signals = ['pointerover', 'pointerdown', 'focusin'];
  let started = false;
  let held: HTMLElement | null = null;

  const start = async () => {
    if (started) return;
    started = true;
    for (const signal of signals) element.removeEventListener(signal, start);
    const hydrate = await load();
    await hydrate();
  };
  const hold = (event: Event) => {
    const button = (event.target as HTMLElement).closest('button');
    // Links and labels need no script: held back, a link would lose its new tab and a label its field.
    if (!button) return;
    event.preventDefault();
    event.stopPropagation();
    held = button;
    setTimeout(release, LONGEST_HOLD_MS);
    start();
  };
  const release = () => {
    element.removeEventListener('click', hold, true);
    held?.click();
    held = null;
  };

  for (const signal of signals) element.addEventListener(signal, start, { passive: true });
  element.addEventListener('click', hold, true);
  element.addEventListener(READY, release, { once: true });
  // Without its script the form still posts to the server by itself.
  element.addEventListener('astro:hydration-error', release, { once: true });
};

export default intent;

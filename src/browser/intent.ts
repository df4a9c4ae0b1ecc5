import type { ClientDirective } from 'astro';

/** Dispatched when React has hydrated the island (Island.tsx). */
export const READY = 'island-ready';

/** How long a click is held for the script. After that the form is used without it. */
const LONGEST_HOLD_MS = 5000;

/**
 * client:intent loads an island on the first pointer, focus or touch event. A click on a button before hydration is held and
 * repeated afterwards.
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
    // Only buttons: a link that is clicked by script loses its new tab, a label its field.
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
  // Without its script the form posts to the server.
  element.addEventListener('astro:hydration-error', release, { once: true });
};

export default intent;

const OPENS_AFTER_MS = 700;
const COOLS_AFTER_MS = 300;

/**
 * Tooltips open and close by style sheet. The script adds: one at a time, closed with Escape, opened at once by pressing
 * their button.
 */
export function tendTooltips(): void {
  const tips = document.querySelectorAll('.tip');
  /** Closes all but this one, which opens as the style sheet says. */
  const allow = (allowed?: Element | null) => {
    for (const tip of tips) {
      const isShut = tip !== allowed;
      tip.toggleAttribute('data-shut', isShut);
      if (isShut) tip.querySelector('button')?.setAttribute('aria-expanded', 'false');
    }
  };
  for (const tip of tips)
    for (const event of ['pointerenter', 'focusin']) tip.addEventListener(event, () => allow(tip));
  addEventListener('keydown', ({ key }) => key === 'Escape' && allow());
  addEventListener('click', ({ target }) => {
    const tip = (target as Element).closest('.tip');
    const button = (target as Element).closest('.tip > button');
    // Text in the tooltip can be selected, its links followed.
    if (tip && !button) return;
    const isOpening = button?.getAttribute('aria-expanded') === 'false';
    allow(isOpening ? tip : undefined);
    if (isOpening) button?.setAttribute('aria-expanded', 'true');
  });
  allow();
  document.querySelectorAll<HTMLElement>('.tips').forEach(keepWarm);
}

/**
 * After one tooltip of a group has opened, and for 300 ms after it was left, the next one opens without the delay that is in
 * the style sheet.
 */
function keepWarm(group: HTMLElement): void {
  let timer = 0;
  const turn = (warm: boolean, after: number) => () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => group.toggleAttribute('data-warm', warm), after);
  };
  for (const event of ['pointerover', 'focusin']) group.addEventListener(event, turn(true, OPENS_AFTER_MS));
  for (const event of ['pointerout', 'focusout']) group.addEventListener(event, turn(false, COOLS_AFTER_MS));
}

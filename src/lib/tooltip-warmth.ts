const OPENS_AFTER = 700;
const COOLS_AFTER = 300;

/**
 * A group of tooltips is warm once one of them has opened, and for 300 ms after it was left: the next one then opens
 * at once. The delay itself is in the style sheet; without a script every tooltip simply waits.
 */
export function keepWarm(group: HTMLElement): void {
  let timer = 0;
  const turn = (warm: boolean, after: number) => () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => group.toggleAttribute('data-warm', warm), after);
  };
  for (const event of ['pointerover', 'focusin']) group.addEventListener(event, turn(true, OPENS_AFTER));
  for (const event of ['pointerout', 'focusout']) group.addEventListener(event, turn(false, COOLS_AFTER));
}

/**
 * Shows one category of a list that holds all of them. It stands in the page as text (layouts/FilterArticles.astro), so
 * that the first press is answered as fast as any other; React would have to arrive and to start first. So it must not
 * use anything from outside. `data-filter` is the parameter of the address that keeps the choice: each one is a step of
 * the history, as if the button were a link.
 */
export function filterArticles(list: HTMLElement): void {
  const all = <E extends HTMLElement>(selector: string) => [...list.querySelectorAll<E>(selector)];
  const parameter = list.dataset.filter ?? '';
  const buttons = all<HTMLButtonElement>('[aria-pressed]');
  const cards = all('[data-category]');
  const put = (selector: string, text = '') => {
    for (const part of all(selector)) part.textContent = text;
  };

  const isPressed = ({ ariaPressed }: HTMLElement) => ariaPressed === 'true';
  /** What the address asks for: all of them, if it names none that is here. */
  const asked = () => {
    const name = new URLSearchParams(location.search).get(parameter);
    return buttons.find(({ value }) => value === name) ?? buttons[0];
  };

  const show = (chosen: HTMLButtonElement) => {
    if (isPressed(chosen)) return;
    const { value, dataset } = chosen;
    for (const button of buttons) button.ariaPressed = String(button === chosen);
    for (const card of cards)
      card.hidden = value ? card.dataset.category !== value : card.dataset.featured !== undefined;
    for (const part of all('[aria-labelledby=featured]')) part.hidden = value !== '';
    for (const part of all('.empty')) part.hidden = cards.some((card) => !card.hidden);
    put('#insights', dataset.heading);
    put('[aria-live]', dataset.count);
  };

  const read = () => {
    const chosen = asked();
    if (!chosen) return;
    show(chosen);
    chosen.parentElement?.scrollTo(chosen.offsetLeft - (buttons[0]?.offsetLeft ?? 0), 0);
  };

  // On a phone they are one row, whose edge may cut one off; a browser brings into view only what is wholly outside.
  const reveal = (button: HTMLElement) => button.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  // On a phone what was asked for begins below the screen: without this, a press seems to do nothing.
  const lead = () => {
    const heading = list.querySelector('#insights')?.getBoundingClientRect();
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (heading && heading.top > innerHeight / 2)
      list.scrollIntoView({ behavior: isCalm ? 'instant' : 'smooth' });
  };

  const keep = () => {
    const chosen = buttons.find(isPressed);
    if (!chosen) return;
    reveal(chosen);
    lead();
    if (chosen === asked()) return;
    const url = new URL(location.href);
    if (chosen.value) url.searchParams.set(parameter, chosen.value);
    else url.searchParams.delete(parameter);
    history.pushState(null, '', url);
  };

  list.addEventListener('click', ({ target }) => {
    const chosen = buttons.find((button) => button.contains(target as Node));
    if (!chosen) return;
    show(chosen);
    // Long after the frame that shows it: a change of the address takes longer than all of the above.
    setTimeout(keep, 100);
  });
  for (const button of buttons)
    button.addEventListener('focus', () => button.matches(':focus-visible') && reveal(button));
  // A first page is held back for its fonts, and what is not laid out does not scroll.
  for (const change of ['popstate', 'shown']) addEventListener(change, read);
  read();
}

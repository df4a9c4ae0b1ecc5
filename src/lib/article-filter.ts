/**
 * Shows one category of a list that holds all of them. It stands in the page as text (layouts/FilterArticles.astro), so
 * that the first press is answered as fast as any other; React would have to arrive and to start first. So it must not
 * use anything from outside. `data-filter` is the parameter of the address that keeps the choice, for the back button
 * and for a link that is shared.
 */
export function filterArticles(list: HTMLElement): void {
  const all = <E extends HTMLElement>(selector: string) => [...list.querySelectorAll<E>(selector)];
  const parameter = list.dataset.filter ?? '';
  const buttons = all<HTMLButtonElement>('[aria-pressed]');
  const cards = all('[data-category]');
  const put = (selector: string, text = '') => {
    for (const part of all(selector)) part.textContent = text;
  };

  const show = (chosen = buttons[0]) => {
    if (!chosen || chosen.ariaPressed === 'true') return;
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
    const asked = new URLSearchParams(location.search).get(parameter);
    const named = buttons.find(({ value }) => value === asked);
    show(named);
    if (named) named.parentElement?.scrollTo(named.offsetLeft - (buttons[0]?.offsetLeft ?? 0), 0);
  };

  // On a phone they are one row, whose edge may cut one off; a browser brings into view only what is wholly outside.
  const reveal = (button: HTMLElement) => button.scrollIntoView({ block: 'nearest', inline: 'nearest' });

  const keep = (chosen: HTMLButtonElement) => {
    reveal(chosen);
    const { value } = chosen;
    const url = new URL(location.href);
    if (value) url.searchParams.set(parameter, value);
    else url.searchParams.delete(parameter);
    history.replaceState(history.state, '', url);
  };

  list.addEventListener('click', ({ target }) => {
    const chosen = buttons.find((button) => button.contains(target as Node));
    if (!chosen) return;
    show(chosen);
    // Long after the frame that shows it: a change of the address takes longer than all of the above.
    setTimeout(keep, 100, chosen);
  });
  for (const button of buttons)
    button.addEventListener('focus', () => button.matches(':focus-visible') && reveal(button));
  // A first page is held back for its fonts, and what is not laid out does not scroll.
  for (const change of ['popstate', 'shown']) addEventListener(change, read);
  read();
}

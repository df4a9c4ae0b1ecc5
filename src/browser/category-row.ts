/**
 * What the links to the categories cannot do by themselves. It stands in the page as text (layouts/CategoryRow.astro), so
 * that the row is in its place when it is painted. So it must not use anything from outside.
 */
export function prepareRow(row: HTMLElement, parameter: string): void {
  // An address from the time when one page held all articles leads on to the pages of its category.
  const asked = new URLSearchParams(location.search).get(parameter);
  const link = asked && row.querySelector<HTMLAnchorElement>(`[href*="/${CSS.escape(asked)}#"]`);
  if (link) location.replace(link.href);

  // On a phone the row scrolls. It is scrolled alone; scrollIntoView would move the page as well.
  const links = [...row.children] as HTMLElement[];
  const chosen = links.find(({ ariaCurrent }) => ariaCurrent);
  const show = () => row.scrollTo((chosen?.offsetLeft ?? 0) - (links[0]?.offsetLeft ?? 0), 0);
  // A first page is held back for its fonts, and what is not laid out does not scroll.
  addEventListener('shown', show);
  show();

  // A browser brings into view only what is wholly outside.
  row.addEventListener('focusin', ({ target }) => {
    const focused = target as HTMLElement;
    if (focused.matches(':focus-visible')) focused.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
}

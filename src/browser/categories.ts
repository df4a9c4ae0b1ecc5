/**
 * Answers a press on a category at once, with the articles of it that are on this page. If these are all of them, the
 * address becomes that of the category's page, as a new entry in the history. Otherwise the link leads to that page.
 *
 * The page holds this function as text, behind the list (pages/blog/[...list].astro), so that it works before the rest of
 * the page has arrived. It must not use anything from outside.
 */
export function browseCategories(list: HTMLElement, parameter: string): void {
  const all = <E extends HTMLElement>(selector: string) => [...list.querySelectorAll<E>(selector)];
  const links = all<HTMLAnchorElement>('.category');
  const cards = all('.article-card');
  const [empty] = all('.empty');
  const isCurrent = ({ ariaCurrent }: HTMLElement) => ariaCurrent !== null;
  const own = links.find(isCurrent);
  const ownPath = location.pathname;
  const titleEnd = document.title.slice(own?.dataset.title?.length);

  // Above the others where all are shown; in its own category one of them, by its day.
  const [featured] = all('.article-card-large');
  const section = featured?.parentElement;
  const dayOf = (card?: HTMLElement) => card?.querySelector('time')?.dateTime ?? '';
  const follower = cards.find((card) => card !== featured && dayOf(card) < dayOf(featured)) ?? empty;
  const place = (isOneOfMany: boolean) => {
    if (!featured || !section) return;
    section.hidden = isOneOfMany;
    featured.classList.toggle('article-card-large', !isOneOfMany);
    if (isOneOfMany) follower?.before(featured);
    else section.append(featured);
  };

  /** Whether the page holds every article of it. */
  const show = (chosen: HTMLAnchorElement): boolean => {
    const { category, heading = '', count = '', title = '' } = chosen.dataset;
    const total = Number.parseInt(count, 10);
    for (const link of links) link.ariaCurrent = link === chosen ? 'true' : null;
    for (const card of cards) card.hidden = !!category && card.dataset.category !== category;
    place(!!category);
    for (const pager of all('.pager')) pager.hidden = chosen !== own;
    if (empty) empty.hidden = total > 0;
    for (const part of all('#insights')) part.textContent = heading;
    for (const part of all('[aria-live]')) part.textContent = count;
    document.title = title + titleEnd;
    return cards.filter(({ hidden }) => !hidden).length === total;
  };

  const follow = () => {
    const asked = links.find(({ pathname }) => pathname === location.pathname) ?? own;
    if (!asked) return;
    // The page was loaded again where a press had led, and the entry before it shows more than this page holds.
    if (!isCurrent(asked) && !show(asked) && location.pathname !== ownPath) location.reload();
    // On a phone the row scrolls. It is scrolled alone; scrollIntoView would move the page as well.
    asked.parentElement?.scrollTo(asked.offsetLeft - (links[0]?.offsetLeft ?? 0), 0);
  };

  // A browser brings into view only what is wholly outside of the row.
  const reveal = (link: HTMLElement) => link.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  // On a phone the articles may begin below the screen: without this, a press seems to do nothing.
  const lead = () => {
    const heading = list.querySelector('#insights')?.getBoundingClientRect();
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (heading && heading.top > innerHeight / 2)
      list.scrollIntoView({ behavior: isCalm ? 'instant' : 'smooth' });
  };
  const keep = () => {
    const chosen = links.find(isCurrent);
    if (!chosen) return;
    reveal(chosen);
    lead();
    if (chosen.pathname !== location.pathname) history.pushState(null, '', chosen.pathname);
  };

  let timer = 0;
  list.addEventListener('click', (event) => {
    const pressed = (event.target as Element).closest('a');
    const chosen = links.find(({ href }) => href === pressed?.href);
    // A new tab or window.
    if (!chosen || event.ctrlKey || event.metaKey || event.shiftKey) return;
    clearTimeout(timer);
    if (!show(chosen)) return;
    event.preventDefault();
    // The button of an empty category is gone now.
    if (pressed !== chosen) chosen.focus({ preventScroll: true });
    // Long after the frame that shows it: a change of the address takes longer than all of the above.
    timer = window.setTimeout(keep, 100);
  });
  for (const link of links)
    link.addEventListener('focus', () => link.matches(':focus-visible') && reveal(link));
  // A first page is held back for its fonts ('shown'), and what is not laid out does not scroll.
  for (const change of ['popstate', 'shown']) addEventListener(change, follow);
  // Back from a page that a link led to.
  addEventListener('pageshow', ({ persisted }) => persisted && follow());
  follow();

  // Addresses of older versions of this site.
  const name = new URLSearchParams(location.search).get(parameter);
  const named = name && links.find(({ dataset }) => dataset.category === name);
  if (named) location.replace(named.href);
}

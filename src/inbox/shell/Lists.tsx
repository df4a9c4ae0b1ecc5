import { useEffect, useRef } from 'react';
import { type ListName, listNames, type Overview } from '../../lib/inbox.ts';
import { figuresHref, listHref, type Route } from '../state/route.ts';
import { counted, listTitles } from '../words.ts';
import { Glyph } from './Glyph.tsx';

interface Props {
  route: Route;
  counts: Overview['counts'] | undefined;
}

/** The lists and their counts: a column on a wide screen, a scrolling row on a narrow one. */
export function Lists({ route, counts }: Props) {
  const row = useRef<HTMLUListElement>(null);
  // On a phone the row is wider than the screen. Not scrollIntoView: that would scroll the page to the row as well.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another route has another link, and counts widen it
  useEffect(() => {
    const link = row.current?.querySelector<HTMLElement>('[aria-current]');
    if (row.current && link)
      row.current.scrollLeft = link.offsetLeft - (row.current.clientWidth - link.offsetWidth) / 2;
  }, [route, counts === undefined]);
  return (
    <nav className="lists" aria-label="Lists">
      <ul ref={row}>
        {listNames.map((list) => (
          <li key={list}>
            <a
              className="lists-link"
              href={listHref(list)}
              data-list={list}
              data-some={counts && counts[list] > 0 ? '' : undefined}
              aria-current={isShown(route, list)}
            >
              <Glyph name={list} />
              <span>{listTitles[list]}</span>
              {counts && counts[list] > 0 && (
                <span className="ml-auto text-xs tabular-nums">{counted(counts[list])}</span>
              )}
            </a>
          </li>
        ))}
        <li className="lists-apart">
          <a
            className="lists-link"
            href={figuresHref}
            aria-current={route.view === 'figures' ? 'page' : undefined}
          >
            <Glyph name="figures" />
            <span>Figures</span>
          </a>
        </li>
      </ul>
    </nav>
  );
}

/** No list is current while the figures are shown, although a wide screen still shows it. */
const isShown = (route: Route, list: ListName) => {
  if (route.list !== list || route.view === 'figures') return undefined;
  return route.view === 'list' ? 'page' : 'true';
};

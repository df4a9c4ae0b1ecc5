import type { KeyboardEvent } from 'react';
import { scenes } from '../../drawing/scene.ts';
import type { ListName } from '../../lib/inbox.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Scene } from '../../ui/Scene.tsx';
import { Waiting } from '../shell/Waiting.tsx';
import { listHref, type Route } from '../state/route.ts';
import { emptyLists, listTitles } from '../words.ts';
import { Rows } from './Rows.tsx';
import type { List } from './use-list.ts';

interface Props {
  route: Route;
  list: List;
  search: string;
  onSearch: (search: string) => void;
}

/** The list: its name and the search above the horizon, the enquiries below. */
export function ListPane({ route, list, search, onSearch }: Props) {
  const isEmpty = !list.isLoading && !list.problem && list.rows.length === 0;
  return (
    <section className="list" aria-labelledby="list-heading">
      <div className="list-sky">
        <h2 id="list-heading" className="display text-h3">
          {listTitles[route.list]}
        </h2>
        <Search value={search} onChange={onSearch} onLeave={list.focusActive} />
      </div>
      <div className="list-ground">
        {list.isLoading && <Waiting />}
        {list.problem && <p className="p-6 text-sm text-error">{list.problem}</p>}
        {isEmpty && <Empty list={route.list} search={list.words} />}
        {list.rows.length > 0 && <Rows list={list} open={route.reference} />}
        {list.hasOlder && (
          <p className="list-older px-(--gutter) py-6 text-center">
            <button
              type="button"
              className="btn btn-secondary"
              aria-disabled={list.isFetchingOlder || undefined}
              onClick={list.showOlder}
            >
              Show older
            </button>
          </p>
        )}
      </div>
    </section>
  );
}

interface SearchProps {
  value: string;
  onChange: (value: string) => void;
  /** Escape in an empty field. */
  onLeave: () => void;
}

function Search({ value, onChange, onLeave }: SearchProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    // The browser would clear the field without an event.
    event.preventDefault();
    value ? onChange('') : onLeave();
  };
  return (
    <search className="search">
      <label className="sr-only" htmlFor="search">
        Search names, companies, addresses and words
      </label>
      <input
        id="search"
        type="search"
        className="field"
        placeholder="Search"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        aria-keyshortcuts="/"
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {value ? (
        <button type="button" className="round" aria-label="Clear the search" onClick={() => onChange('')}>
          <Icon name="close" />
        </button>
      ) : (
        <kbd>/</kbd>
      )}
    </search>
  );
}

/** Why the list is empty. */
function Empty({ list, search }: { list: ListName; search: string }) {
  const [heading, text] = emptyLists[list];
  if (!search)
    return (
      <div className="list-empty">
        <div className="max-w-60 mb-6">
          <Scene scene={scenes.faq} id="empty" />
        </div>
        <p className="display text-h4">{heading}</p>
        <p className="mt-2 text-sm text-soft">{text}</p>
      </div>
    );
  return (
    <div className="list-empty">
      <p className="display text-h4">Nothing found.</p>
      <p className="mt-2 text-sm text-soft">
        No enquiry in {listTitles[list]} has words that begin with <bdi>‘{search}’</bdi>.
      </p>
      {list !== 'all' && (
        <a className="text-link mt-2 text-sm" href={listHref('all')}>
          Search all of them
        </a>
      )}
    </div>
  );
}

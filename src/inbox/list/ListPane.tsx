import { Waiting } from '../shell/Waiting.tsx';
import type { Route } from '../state/route.ts';
import { listTitles } from '../words.ts';
import { Empty } from './Empty.tsx';
import { Rows } from './Rows.tsx';
import { Search } from './Search.tsx';
import type { List } from './use-list.ts';

interface Props {
  route: Route;
  list: List;
  search: string;
  onSearch: (search: string) => void;
}

/** The list on its horizon: its name and the search above, the enquiries below. */
export function ListPane({ route, list, search, onSearch }: Props) {
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
        {!list.isLoading && !list.problem && list.rows.length === 0 && (
          <Empty list={route.list} search={list.words} />
        )}
        {list.rows.length > 0 && <Rows list={list} open={route.reference} />}
        {list.hasOlder && (
          <p className="list-older">
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

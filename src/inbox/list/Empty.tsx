import type { ListName } from '../../lib/inbox.ts';
import { scenes } from '../../lib/scene.ts';
import { Scene } from '../../ui/Scene.tsx';
import { listHref } from '../state/route.ts';
import { emptyLists, listTitles } from '../words.ts';

interface Props {
  list: ListName;
  search: string;
}

/** An empty list is mostly good news: it says which. */
export function Empty({ list, search }: Props) {
  if (search)
    return (
      <div className="empty">
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
  const { heading, text } = emptyLists[list];
  return (
    <div className="empty">
      <div className="empty-scene">
        <Scene scene={scenes.faq} id="empty" />
      </div>
      <p className="display mt-6 text-h4">{heading}</p>
      <p className="mt-2 text-sm text-soft">{text}</p>
    </div>
  );
}

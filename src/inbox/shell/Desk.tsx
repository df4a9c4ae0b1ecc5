import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useState } from 'react';
import { ReadingPane } from '../enquiry/ReadingPane.tsx';
import { ListPane } from '../list/ListPane.tsx';
import { useDebounced } from '../list/use-debounced.ts';
import { useList } from '../list/use-list.ts';
import { sentenceFor } from '../state/ask.ts';
import { overviewQuery } from '../state/queries.ts';
import { topOf, useRoute } from '../state/route.ts';
import { useChanges } from '../state/use-changes.ts';
import { Foot } from './Foot.tsx';
import { Head } from './Head.tsx';
import { KeysDialog } from './KeysDialog.tsx';
import { Lists } from './Lists.tsx';
import { Silence } from './Silence.tsx';
import { Status } from './Status.tsx';
import { useDeskKeys } from './use-desk-keys.ts';
import { useFocus } from './use-focus.ts';
import { useLive } from './use-live.ts';
import { useTitle } from './use-title.ts';

/** Between two letters of whoever types fast. */
const PAUSE = 250;

/** The whole inbox. Which of its parts a narrow screen shows is up to the styles: all of them are always there. */
export function Desk() {
  const route = useRoute();
  const [search, setSearch] = useState('');
  const [showsKeys, setShowsKeys] = useState(false);
  const { data: overview, error } = useQuery(overviewQuery);
  const words = useDebounced(search.trim(), PAUSE);
  const list = useList(route, words);
  const changes = useChanges();
  useLive();
  useTitle(route, overview);
  useFocus(route, list);
  useDeskKeys({ route, list, changes, showKeys: () => setShowsKeys(true) });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins at its top
  useLayoutEffect(() => {
    scrollTo(0, topOf(route.view));
  }, [route.view, route.list]);

  return (
    <div className="desk" data-view={route.view}>
      <button type="button" className="skip" onClick={() => list.focusActive()}>
        Skip to the list
      </button>
      <Silence sentence={error ? sentenceFor(error) : undefined} />
      <Head overview={overview} />
      <Lists route={route} counts={overview?.counts} />
      <main className="panes">
        <ListPane route={route} list={list} search={search} onSearch={setSearch} />
        <ReadingPane route={route} overview={overview} changes={changes} />
      </main>
      <Foot list={route.list} search={words} overview={overview} onKeys={() => setShowsKeys(true)} />
      <Status />
      {showsKeys && <KeysDialog onClose={() => setShowsKeys(false)} />}
    </div>
  );
}

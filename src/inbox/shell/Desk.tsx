import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Overview } from '../../lib/inbox.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { Enquiry } from '../enquiry/Enquiry.tsx';
import { FiguresPane } from '../figures/FiguresPane.tsx';
import { ListPane } from '../list/ListPane.tsx';
import { type List, useList } from '../list/use-list.ts';
import { sentenceFor } from '../state/ask.ts';
import { DeskContext } from '../state/desk.ts';
import { enquiryQuery, listQuery, overviewQuery } from '../state/queries.ts';
import { goToPlace, type Route, useRoute } from '../state/route.ts';
import { useChanges } from '../state/use-changes.ts';
import type { Drafts } from '../state/use-drafts.ts';
import { type Status as StatusState, useStatus } from '../state/use-status.ts';
import { counted, listTitles, nameOf, several } from '../words.ts';
import { Foot } from './Foot.tsx';
import { KeysDialog } from './KeysDialog.tsx';
import { Lists } from './Lists.tsx';
import { Status } from './Status.tsx';
import { useDeskKeys } from './use-desk-keys.ts';
import { useLetters } from './use-letters.ts';

/** Longer than the pause between two letters. */
const SEARCH_DELAY_MS = 250;

/** The whole inbox. All parts are always there; the styles decide which of them a narrow screen shows. */
export function Desk({ drafts }: { drafts: Drafts }) {
  const [route, go] = useRoute();
  const [search, setSearch] = useState('');
  const [showsKeys, setShowsKeys] = useState(false);
  /** Enquiries that were opened or changed since the list was opened: they stay in it until it is left. */
  const [inHand] = useState(() => new Set<string>());
  const { data: overview, error } = useQuery(overviewQuery);
  const status = useStatus();
  const words = useDebounced(search.trim());
  const list = useList(route, words, inHand, status);
  const changes = useChanges(inHand, status);
  const letters = useLetters();
  useNews(inHand, status);
  useTitle(route, overview);
  useReturn(route, list);
  useDeskKeys({ route, go, list, changes, hasLetters: letters.areOn, showKeys: () => setShowsKeys(true) });

  return (
    <DeskContext value={{ drafts, changes, status }}>
      <div className="desk" data-view={route.view}>
        <button type="button" className="skip" onClick={() => list.focusActive()}>
          Skip to the list
        </button>
        <div role="alert">
          {error && (
            <p className="silence">
              <Icon name="warning" />
              {sentenceFor(error)}
            </p>
          )}
        </div>
        <header className="brand">
          <Logo />
          <h1 className="brand-name">
            <span>{overview?.firm}</span>
            <span className="text-soft">Inbox</span>
          </h1>
        </header>
        <Lists route={route} counts={overview?.counts} />
        <main className="panes flex-1">
          <ListPane route={route} list={list} search={search} onSearch={setSearch} />
          {route.reference === undefined ? (
            <FiguresPane overview={overview} />
          ) : (
            <Enquiry key={route.reference} reference={route.reference} route={route} go={go} />
          )}
        </main>
        <Foot list={route.list} search={words} overview={overview} onKeys={() => setShowsKeys(true)} />
        <Status />
        {showsKeys && <KeysDialog letters={letters} onClose={() => setShowsKeys(false)} />}
      </div>
    </DeskContext>
  );
}

function useDebounced(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** Announces new enquiries to screen readers. */
function useNews(inHand: ReadonlySet<string>, { announce }: StatusState) {
  // Always the list of new enquiries, whichever is shown: it says who wrote.
  const { data: rows } = useInfiniteQuery(listQuery('new', '', inHand));
  const newest = useRef<string>(undefined);
  const tell = useEffectEvent((arrived: typeof rows = []) => {
    const [first, ...others] = arrived;
    if (!first) return;
    const more = others.length > 0 ? ` and ${several(others.length, 'other')}` : '';
    announce(`${several(arrived.length, 'new enquiry')} from ${nameOf(first)}${more}`);
  });
  useEffect(() => {
    if (!rows) return;
    const known = newest.current;
    newest.current = [known ?? '', ...rows.map(({ receivedAt }) => receivedAt)].sort().at(-1);
    if (known !== undefined) tell(rows.filter(({ receivedAt }) => receivedAt > known));
  }, [rows]);
}

/** The title of the tab: the number of new enquiries, and the current place. */
function useTitle({ view, list, reference = '' }: Route, overview: Overview | undefined) {
  const { data: whole } = useQuery({ ...enquiryQuery(reference), enabled: view === 'enquiry' });
  const place = { list: listTitles[list], figures: 'Figures', enquiry: whole ? nameOf(whole) : reference };
  const count = overview?.counts.new ?? 0;
  const title = [place[view], 'Inbox', overview?.firm].filter(Boolean).join(' · ');
  useEffect(() => {
    document.title = count > 0 ? `(${counted(count)}) ${title}` : title;
  }, [count, title]);
}

/** Returns the focus to the list when an enquiry is left. An enquiry sets its own focus when it is loaded. */
function useReturn(route: Route, list: List) {
  const last = useRef(route);
  useEffect(() => {
    const before = last.current;
    last.current = route;
    if (route.view !== 'list' || before === route) return;
    if (route.place && goToPlace(route.place)) return;
    // Otherwise a click has moved the focus.
    const isLost = before.view !== 'list' && document.activeElement === document.body;
    if (isLost && !list.focusRow(before.reference)) list.focusActive();
  }, [route, list]);
}

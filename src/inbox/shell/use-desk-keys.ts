import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { Handling, Row } from '../../lib/inbox.ts';
import { focusedReference, type List } from '../list/use-list.ts';
import { enquiryQuery, knownEnquiry } from '../state/queries.ts';
import { enquiryHref, goToPlace, listHref, type Place, type Route } from '../state/route.ts';
import type { Changes } from '../state/use-changes.ts';

interface Desk {
  route: Route;
  go: (href: string, place?: Place) => void;
  list: List;
  changes: Changes;
  hasLetters: boolean;
  showKeys: () => void;
}

/** The whole inbox by single keys: not while somebody types, and not with another key held. */
export function useDeskKeys({ route, go, list, changes, hasLetters, showKeys }: Desk) {
  const client = useQueryClient();

  const move = (step: number) => {
    if (route.view !== 'enquiry' && !focusedReference()) {
      list.focusActive();
      return;
    }
    const next = list.neighbour(step);
    if (next === undefined || list.focusRow(next)) return;
    // An enquiry stands in the place of the list.
    list.setActive(next);
    if (route.view === 'enquiry') go(enquiryHref(next));
  };
  /** The row that has the focus, or the enquiry in which it is. Elsewhere, a letter changes nothing. */
  const target = () =>
    focusedReference() ?? (isReading(document.activeElement) ? route.reference : undefined);
  const change = (work: (row: Row) => void) => {
    const reference = target();
    const row = reference === undefined ? undefined : knownEnquiry(client, reference);
    if (row) work(row);
  };
  const handle = (handling: Handling) =>
    change((row) => row.handling !== handling && row.spam === null && changes.handle(row, handling));
  const within = (place: Place) => {
    const reference = target();
    if (reference === undefined) return;
    // An enquiry may be there without the place: spam has no reply.
    const isThere = () => client.getQueryData(enquiryQuery(reference).queryKey) !== undefined;
    if (reference === route.reference && (goToPlace(place) || isThere())) return;
    go(enquiryHref(reference), place);
  };
  const leave = () => go(listHref(route.list));

  const keys: Record<string, (() => unknown) | undefined> = {
    j: () => move(1),
    k: () => move(-1),
    ...(route.view !== 'list' && { u: leave, Escape: leave }),
    r: () => within('reply'),
    n: () => within('note'),
    a: () => handle('answered'),
    o: () => handle('open'),
    e: () => handle('closed'),
    s: () => change((row) => changes.setSpam(row, row.spam === null)),
    z: () => goToPlace('undo'),
    '/': () => goToPlace('search') || go(listHref(route.list), 'search'),
    '?': showKeys,
  };
  const arrows: typeof keys = { ArrowDown: keys.j, ArrowUp: keys.k };

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return;
    if (isTyping(event.target) || document.querySelector('dialog[open]')) return;
    if (event.key.length === 1 && !hasLetters) return;
    const work = keys[event.key] ?? (isInList(event.target) ? arrows[event.key] : undefined);
    if (!work) return;
    event.preventDefault();
    work();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}

const isTyping = (target: EventTarget | null) =>
  target instanceof Element && target.matches('input, textarea');

/** In an enquiry, or nowhere. */
const isReading = (element: Element | null) =>
  element === document.body || element?.closest('.reading') != null;

/** Elsewhere the arrows scroll, as they do on any page. */
const isInList = (target: EventTarget | null) =>
  target === document.body || (target instanceof Element && target.matches('.row'));

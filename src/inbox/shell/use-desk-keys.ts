import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { Handling, Row } from '../../lib/inbox.ts';
import { focusedReference, type List } from '../list/use-list.ts';
import { enquiryQuery, knownEnquiry } from '../state/queries.ts';
import { enquiryHref, goToPlace, listHref, type Place, type Route } from '../state/route.ts';
import type { Changes } from '../state/use-changes.ts';

interface Options {
  route: Route;
  go: (href: string, place?: Place) => void;
  list: List;
  changes: Changes;
  hasLetters: boolean;
  showKeys: () => void;
}

/** Single keys for the whole inbox. They do nothing while the owner types, or with a modifier key. */
export function useDeskKeys({ route, go, list, changes, hasLetters, showKeys }: Options) {
  const client = useQueryClient();

  const move = (step: number) => {
    if (route.view !== 'enquiry' && !focusedReference()) {
      list.focusActive();
      return;
    }
    const next = list.neighbour(step);
    if (next === undefined || list.focusRow(next)) return;
    // On a narrow screen the enquiry hides the list.
    list.setActive(next);
    if (route.view === 'enquiry') go(enquiryHref(next));
  };
  /** The enquiry of the focused row, or the open one if the focus is in it. Elsewhere, a letter changes nothing. */
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
    // An enquiry can be loaded without that place: spam has no reply.
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

/** The focus is in the open enquiry, or on nothing. */
const isReading = (element: Element | null) =>
  element === document.body || element?.closest('.reading') != null;

/** Outside the list the arrows scroll the page. */
const isInList = (target: EventTarget | null) =>
  target === document.body || (target instanceof Element && target.matches('.row'));

import { memo, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Row } from '../../lib/inbox.ts';
import { Glyph } from '../shell/Glyph.tsx';
import { enquiryHref } from '../state/route.ts';
import { fullTime, shortTime } from '../times.ts';
import { listTitles, nameOf, several, stateOf } from '../words.ts';
import type { List } from './use-list.ts';

interface Props {
  list: List;
  /** The enquiry that is being read. */
  open: string | undefined;
}

/** The enquiries of a list. Tab reaches the active row, the arrows reach the others. */
export function Rows({ list, open }: Props) {
  const { ref, above, toTop } = useArrivals(list);
  return (
    <>
      {above > 0 && (
        <button type="button" className="list-above" onClick={toTop}>
          {several(above, 'new enquiry')} above
        </button>
      )}
      <ul ref={ref} className="rows" aria-labelledby="list-heading">
        {list.rows.map((row) => (
          <EnquiryRow
            key={row.reference}
            row={row}
            isActive={row.reference === list.active}
            isOpen={row.reference === open}
            onFocus={list.setActive}
          />
        ))}
      </ul>
    </>
  );
}

/**
 * How many enquiries arrived above what is seen. The browser keeps that in its place (scroll anchoring), except at the
 * very top of a list: there, this keeps it for a row that has the focus or is under the pointer.
 */
function useArrivals({ rows, name, isOld }: List) {
  const ref = useRef<HTMLUListElement>(null);
  const newest = rows[0]?.reference;
  /** The newest row when the top was last seen. */
  const [seen, setSeen] = useState(newest);
  const shown = useRef('');

  useLayoutEffect(() => {
    const element = ref.current;
    if (!element || isOld) return;
    const scroller = scrollerOf(element);
    const isHeld = element.matches(':has(:focus, :active)');
    const isOther = shown.current !== name;
    shown.current = name;
    if (isOther && !isHeld && element.checkVisibility()) scroller.scrollTop = 0;
    const formerTop = document.getElementById(seen ?? '')?.parentElement?.offsetTop ?? 0;
    if (!isOther && scroller.scrollTop === 0 && (isHeld || element.matches(':hover')))
      scroller.scrollTop = formerTop;
    if (isOther || scroller.scrollTop === 0) setSeen(newest);
  }, [newest, name, isOld, seen]);

  useEffect(() => {
    const look = () => ref.current && scrollerOf(ref.current).scrollTop < 1 && setSeen(newest);
    addEventListener('scroll', look, { capture: true, passive: true });
    return () => removeEventListener('scroll', look, { capture: true });
  }, [newest]);

  const above = rows.findIndex(({ reference }) => reference === seen);
  const toTop = () => ref.current && scrollerOf(ref.current).scrollTo(0, 0);
  return { ref, above, toTop };
}

/** What scrolls: the pane on a wide screen, the page on a narrow one. */
function scrollerOf({ parentElement: pane }: Element): Element {
  const isPane = pane && getComputedStyle(pane).overflowY === 'auto';
  return isPane ? pane : document.documentElement;
}

interface RowProps {
  row: Row;
  isActive: boolean;
  isOpen: boolean;
  onFocus: (reference: string) => void;
}

/** Sender, time, the beginning of the message, and marks. */
const EnquiryRow = memo(function EnquiryRow({ row, isActive, isOpen, onFocus }: RowProps) {
  const { reference, company, excerpt, receivedAt } = row;
  return (
    <li>
      <a
        id={reference}
        className="row"
        href={enquiryHref(reference)}
        tabIndex={isActive ? 0 : -1}
        data-new={stateOf(row) === 'new' ? '' : undefined}
        aria-current={isOpen || undefined}
        onFocus={() => onFocus(reference)}
      >
        <Glyph name={stateOf(row)} />
        <span className="sr-only">{listTitles[stateOf(row)]}: </span>
        <span className="row-name">
          <bdi>{nameOf(row)}</bdi>
        </span>
        <time className="row-time" dateTime={receivedAt} title={fullTime(receivedAt)}>
          {shortTime(receivedAt)}
        </time>
        <span className="row-text">
          {company && (
            <>
              <span className="row-company">
                <bdi>{company}</bdi>
              </span>{' '}
            </>
          )}
          <bdi>{excerpt}</bdi>
        </span>
        <Marks row={row} />
      </a>
    </li>
  );
});

/** What needs attention, in words; colour only adds to them. */
function Marks({ row: { isLate, delivery, spam, doubt, notes } }: { row: Row }) {
  if (!isLate && delivery !== 'parked' && spam === null && doubt === null && notes === 0) return null;
  return (
    <span className="marks">
      {isLate && <b>Over two working days</b>}
      {delivery === 'parked' && <b>Not delivered</b>}
      {spam !== null && <span>Spam: {spam}</span>}
      {doubt !== null && <span className="font-semibold text-peach-text">Doubtful: {doubt}</span>}
      {notes > 0 && <span>{several(notes, 'note')}</span>}
    </span>
  );
}

import { memo } from 'react';
import type { Row } from '../../lib/inbox.ts';
import { Glyph } from '../shell/Glyph.tsx';
import { enquiryHref } from '../state/route.ts';
import { fullTime, shortTime } from '../times.ts';
import { nameOf, stateWord } from '../words.ts';
import { Marks } from './Marks.tsx';
import { rowId } from './use-list.ts';

interface Props {
  row: Row;
  isActive: boolean;
  isOpen: boolean;
  onFocus: (reference: string) => void;
}

/** One enquiry in the list: who, when, how it begins, and what is the matter with it. */
export const EnquiryRow = memo(function EnquiryRow({ row, isActive, isOpen, onFocus }: Props) {
  const { reference, company, excerpt, receivedAt, handling, spam } = row;
  return (
    <li id={`item-${reference}`}>
      <a
        id={rowId(reference)}
        className="row"
        href={enquiryHref(reference)}
        tabIndex={isActive ? 0 : -1}
        data-new={handling === 'new' && spam === null ? '' : undefined}
        aria-current={isOpen || undefined}
        onFocus={() => onFocus(reference)}
      >
        <Glyph name={spam === null ? handling : 'spam'} />
        <span className="sr-only">{stateWord(row)}: </span>
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

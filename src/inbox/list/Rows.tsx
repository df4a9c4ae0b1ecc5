import { useRef } from 'react';
import { several } from '../words.ts';
import { EnquiryRow } from './EnquiryRow.tsx';
import { useAnchor } from './use-anchor.ts';
import type { List } from './use-list.ts';

interface Props {
  list: List;
  /** The enquiry that is being read. */
  open: string | undefined;
}

/** The enquiries of a list. One of them can be reached with Tab, the others from it. */
export function Rows({ list, open }: Props) {
  const rows = useRef<HTMLUListElement>(null);
  const { above, toTop } = useAnchor(rows, list.rows, list.name);
  return (
    <>
      {above > 0 && (
        <button type="button" className="list-above" onClick={toTop}>
          {several(above, 'new enquiry')} above
        </button>
      )}
      <ul ref={rows} className="rows" aria-labelledby="list-heading">
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

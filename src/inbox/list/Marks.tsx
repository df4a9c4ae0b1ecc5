import type { Row } from '../../lib/inbox.ts';
import { several } from '../words.ts';

/** What is the matter with an enquiry, in words; colour comes on top. */
export function Marks({ row }: { row: Row }) {
  const marks = [
    row.isLate && <b key="late">Over two working days</b>,
    row.delivery === 'parked' && <b key="parked">Not delivered</b>,
    row.spam !== null && <span key="spam">Spam: {row.spam}</span>,
    row.doubt !== null && (
      <span key="doubt" className="mark-doubt">
        Doubtful: {row.doubt}
      </span>
    ),
    row.notes > 0 && <span key="notes">{several(row.notes, 'note')}</span>,
  ].filter(Boolean);
  return marks.length > 0 && <span className="marks">{marks}</span>;
}

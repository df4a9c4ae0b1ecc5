import type { Erased } from '../../lib/inbox.ts';
import { several } from '../words.ts';

/** What went, and what the owner still has to do themselves. */
export function ErasureDone({ erased }: { erased: Erased }) {
  const { enquiries, notes, remaining } = erased;
  return (
    <div role="status">
      <p className="mt-4">
        {several(enquiries, 'enquiry')} and {several(notes, 'note')} were erased.
      </p>
      {remaining.length > 0 && (
        <>
          <h3 className="mt-6 font-semibold">Left to do by hand</h3>
          <ul className="remaining">
            {remaining.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

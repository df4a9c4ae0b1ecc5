import type { Erased } from '../../lib/inbox.ts';
import { erasedSentence } from '../words.ts';

/** What went, and what the owner still has to do themselves. */
export function ErasureDone({ erased }: { erased: Erased }) {
  const { remaining } = erased;
  return (
    <div role="status">
      <p className="mt-4">{erasedSentence(erased)}</p>
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

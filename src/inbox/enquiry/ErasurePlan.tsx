import type { Erasure } from '../../lib/inbox.ts';
import { fullTime } from '../times.ts';
import { several } from '../words.ts';

interface Props {
  plan: Erasure;
  problem: string | undefined;
}

/** What will go, and what cannot. */
export function ErasurePlan({ plan, problem }: Props) {
  const { email, enquiries, notes } = plan;
  return (
    <>
      <p className="mt-4">
        Under <b className="font-semibold">{email}</b> this inbox keeps {several(enquiries.length, 'enquiry')}
        {notes > 0 && ` and ${several(notes, 'note')}`}. All of it goes for good; there is no undo.
      </p>
      {/* Long ones scroll, with the keyboard too. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: without it nobody could scroll it by keys */}
      <ul className="erasure" tabIndex={0} aria-label="What will be erased">
        {enquiries.map(({ reference, receivedAt }) => (
          <li key={reference}>
            <span className="reading-reference">{reference}</span>
            <time dateTime={receivedAt}>{fullTime(receivedAt)}</time>
          </li>
        ))}
      </ul>
      <p className="mt-4 text-sm text-soft">
        Mails that were sent and backups that were made are out of its reach. What is left to do by hand is
        told afterwards.
      </p>
      {problem && (
        <p role="alert" className="mt-4 font-semibold text-error">
          {problem}
        </p>
      )}
    </>
  );
}

import type { Whole } from '../../lib/inbox.ts';
import { useBegun } from '../state/begun.ts';
import type { Changes } from '../state/use-changes.ts';
import { Part } from './parts.tsx';

interface Props {
  whole: Whole;
  changes: Changes;
}

/** The next steps, by state. Spam has only the way out. */
export function Actions({ whole, changes }: Props) {
  const { handling, reply, reference, spam } = whole;
  const { replies, addReply } = useBegun();
  if (spam !== null)
    return (
      <div className="tools">
        <Tool label="Not spam" keys="s" onClick={() => changes.setSpam(whole, false)} />
      </div>
    );
  const isDone = handling === 'answered' || handling === 'closed';
  return (
    <div className="tools">
      <a
        id="reply"
        className={isDone ? 'btn btn-secondary' : 'btn btn-primary'}
        href={reply}
        aria-keyshortcuts="r"
        onClick={() => addReply(reference)}
      >
        Reply
      </a>
      {isDone ? (
        <Tool label="Open again" keys="o" onClick={() => changes.handle(whole, 'open')} />
      ) : (
        <Tool label="Mark as answered" keys="a" onClick={() => changes.handle(whole, 'answered')} />
      )}
      {handling !== 'closed' && (
        <Tool label="Close" keys="e" onClick={() => changes.handle(whole, 'closed')} />
      )}
      <p role="status" className="tools-question">
        {replies.has(reference) && !isDone && (
          <>
            Sent it?{' '}
            <button
              type="button"
              className="act px-1 underline"
              onClick={() => changes.handle(whole, 'answered')}
            >
              Mark as answered.
            </button>
          </>
        )}
      </p>
    </div>
  );
}

function Tool({ label, keys, onClick }: { label: string; keys: string; onClick: () => void }) {
  return (
    <button type="button" className="btn btn-secondary" aria-keyshortcuts={keys} onClick={onClick}>
      {label}
    </button>
  );
}

/** What is seldom wanted, each with what it does. */
export function More({ whole, changes, onErase }: Props & { onErase: () => void }) {
  return (
    <Part id="more" heading="More">
      <ul className="text-sm">
        {whole.spam === null && (
          <Seldom label="Spam" keys="s" onClick={() => changes.setSpam(whole, true)}>
            Sets it aside. Mail that was not sent yet is held back.
          </Seldom>
        )}
        {whole.spam === null && whole.delivery !== 'parked' && (
          <Seldom label="Send the mail again" onClick={() => changes.resend(whole)}>
            For a mail that was accepted and never seen.
          </Seldom>
        )}
        <Seldom label="Erase this person" isDanger onClick={onErase}>
          Deletes whatever is stored under this address. You see first what that is.
        </Seldom>
      </ul>
    </Part>
  );
}

interface SeldomProps {
  label: string;
  keys?: string;
  isDanger?: boolean;
  onClick: () => void;
  children: string;
}

const Seldom = ({ label, keys, isDanger = false, onClick, children }: SeldomProps) => (
  <li className="flex flex-wrap items-baseline gap-x-4">
    <button
      type="button"
      className={isDanger ? 'act act-danger' : 'act'}
      aria-keyshortcuts={keys}
      onClick={onClick}
    >
      {label}
    </button>
    <p className="text-soft">{children}</p>
  </li>
);

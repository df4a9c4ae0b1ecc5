import type { Whole } from '../../lib/inbox.ts';
import { useDesk } from '../state/desk.ts';
import { Part } from './parts.tsx';

/** The next steps, by state. Spam can only be unmarked. */
export function Actions({ whole }: { whole: Whole }) {
  const { handling, reply, reference, spam } = whole;
  const { drafts, changes } = useDesk();
  if (spam !== null)
    return (
      <div className="tools">
        <Tool label="Not spam" keys="s" onClick={() => changes.setSpam(whole, false)} />
      </div>
    );
  const isDone = handling === 'answered' || handling === 'closed';
  const answer = () => changes.handle(whole, 'answered');
  return (
    <div className="tools">
      <a
        id="reply"
        className={isDone ? 'btn btn-secondary' : 'btn btn-primary'}
        href={reply}
        aria-keyshortcuts="r"
        onClick={() => drafts.addReply(reference)}
      >
        Reply
      </a>
      {isDone ? (
        <Tool label="Open again" keys="o" onClick={() => changes.handle(whole, 'open')} />
      ) : (
        <Tool label="Mark as answered" keys="a" onClick={answer} />
      )}
      {handling !== 'closed' && (
        <Tool label="Close" keys="e" onClick={() => changes.handle(whole, 'closed')} />
      )}
      <p role="status" className="tools-question">
        {drafts.replies.has(reference) && !isDone && (
          <>
            Sent it?{' '}
            <button type="button" className="act px-1 underline" onClick={answer}>
              Mark as answered.
            </button>
          </>
        )}
      </p>
    </div>
  );
}

const Tool = ({ label, keys, onClick }: { label: string; keys: string; onClick: () => void }) => (
  <button type="button" className="btn btn-secondary" aria-keyshortcuts={keys} onClick={onClick}>
    {label}
  </button>
);

/** Rare actions, each with its effect. */
export function More({ whole, onErase }: { whole: Whole; onErase: () => void }) {
  const { changes } = useDesk();
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
            If the mail was accepted but never arrived.
          </Seldom>
        )}
        <Seldom label="Erase this person" isDanger onClick={onErase}>
          Deletes everything that is stored under this address. You can review it first.
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

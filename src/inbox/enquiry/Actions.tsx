import type { Whole } from '../../lib/inbox.ts';
import { places } from '../state/places.ts';
import { useStore } from '../state/store.ts';
import type { Changes } from '../state/use-changes.ts';
import { followReply, repliesStore } from './replies.ts';

interface Props {
  whole: Whole;
  changes: Changes;
}

/** The next step. Which ones there are depends on how far it is; spam has only the way out. */
export function Actions({ whole, changes }: Props) {
  const { handling, reply, reference, spam } = whole;
  const wasFollowed = useStore(repliesStore).has(reference);
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
        id={places.reply}
        className={isDone ? 'btn btn-secondary' : 'btn btn-primary'}
        href={reply}
        aria-keyshortcuts="r"
        onClick={() => followReply(reference)}
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
        {wasFollowed && !isDone && (
          <>
            Sent it?{' '}
            <button type="button" onClick={() => changes.handle(whole, 'answered')}>
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

import type { Whole } from '../../lib/inbox.ts';
import type { Changes } from '../state/use-changes.ts';

interface Props {
  whole: Whole;
  changes: Changes;
  onErase: () => void;
}

/** What is seldom wanted, each with what it does. */
export function More({ whole, changes, onErase }: Props) {
  return (
    <section className="part" aria-labelledby="more">
      <h3 id="more" className="part-heading">
        More
      </h3>
      <ul className="more">
        {whole.spam === null && (
          <li>
            <button type="button" aria-keyshortcuts="s" onClick={() => changes.setSpam(whole, true)}>
              Spam
            </button>
            <p>Sets it aside. Mail that was not sent yet is held back.</p>
          </li>
        )}
        {whole.spam === null && whole.delivery !== 'parked' && (
          <li>
            <button type="button" onClick={() => changes.resend(whole)}>
              Send the mail again
            </button>
            <p>For a mail that was accepted and never seen.</p>
          </li>
        )}
        <li>
          <button type="button" className="more-erase" onClick={onErase}>
            Erase this person
          </button>
          <p>Deletes whatever is stored under this address. You see first what that is.</p>
        </li>
      </ul>
    </section>
  );
}

import { useEffect } from 'react';
import { scenes } from '../../lib/scene.ts';
import { Mark } from '../../ui/Mark.tsx';
import { SceneSky, SceneWater } from '../../ui/Scene.tsx';
import { draftStore } from '../state/drafts.ts';
import type { Session } from '../state/session.ts';
import { signIn } from '../state/sign-in.ts';
import { useStore } from '../state/store.ts';

interface Props {
  session: Exclude<Session, { kind: 'open' | 'opening' }>;
}

const headings = {
  closed: 'This inbox is closed.',
  elsewhere: 'This inbox is not open in this tab.',
  used: 'This address was already used.',
  failed: 'The inbox could not be opened.',
};

const reasons = {
  closed:
    'It was stopped, or its address was used already. Run this in the terminal again, and open the address that it prints.',
  elsewhere:
    'It opens in one tab: where it is open in another one, go on there. Otherwise run this in the terminal again, and open the address that it prints.',
  used: 'Each address opens the inbox once. Run this in the terminal again, and open the new one that it prints.',
};

/** The whole page, when there is no session: what happened, and how to get a new one. */
export function Closed({ session }: Props) {
  useEffect(() => {
    document.title = 'Inbox (closed)';
  }, []);
  return (
    <main className="closed">
      <div className="horizon-sky">
        <div className="wrap closed-grid">
          <div className="closed-words">
            <Mark />
            <h1 className="display mt-8 text-h2">{headings[session.kind]}</h1>
            <p className="lead mt-4">
              {session.kind === 'failed' ? session.sentence : reasons[session.kind]}
            </p>
            {session.kind !== 'failed' && <Again />}
            {session.kind === 'failed' && (
              <button type="button" className="btn btn-primary mt-6" onClick={() => void signIn()}>
                Try again
              </button>
            )}
          </div>
          <SceneSky scene={scenes.faq} id="closed" />
        </div>
      </div>
      <div className="horizon-water">
        <div className="wrap closed-grid">
          <Drafts />
          <SceneWater scene={scenes.faq} id="closed" />
        </div>
      </div>
    </main>
  );
}

function Again() {
  return (
    <>
      <p className="mt-6">
        <code className="command">npm run inbox</code>
      </p>
      <p className="mt-3 text-sm text-soft">
        In a release: <code>node inbox.mjs</code>
      </p>
    </>
  );
}

/** A note that was not saved when the inbox closed would otherwise be gone with the page. */
function Drafts() {
  const drafts = [...useStore(draftStore)].filter(([, text]) => text.trim() !== '');
  return (
    <div className="py-8">
      {drafts.map(([reference, text]) => (
        <section key={reference} className="mb-6">
          <h2 className="font-semibold">
            Your note on {reference} is not saved yet. Copy it before you leave.
          </h2>
          <p className="said mt-2" dir="auto">
            {text}
          </p>
        </section>
      ))}
    </div>
  );
}

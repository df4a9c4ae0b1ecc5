import { useEffect } from 'react';
import { scenes } from '../../drawing/scene.ts';
import { Logo } from '../../ui/Logo.tsx';
import { SceneSky, SceneWater } from '../../ui/Scene.tsx';
import { useBegun } from '../state/begun.ts';
import type { Session } from '../state/session.ts';

interface Props {
  session: Exclude<Session, { kind: 'open' | 'opening' }>;
  onRetry: () => void;
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

/** The whole page without a session: what happened, how to get a new one, and notes that are not saved. */
export function Closed({ session, onRetry }: Props) {
  const notes = [...useBegun().notes].filter(([, text]) => text.trim() !== '');
  useEffect(() => {
    document.title = 'Inbox (closed)';
  }, []);
  return (
    <main className="flex min-h-dvh flex-col">
      <div className="horizon-sky">
        <div className="wrap page-hero-grid">
          <div className="pt-[clamp(3rem,12vh,8rem)] pb-12">
            <Logo />
            <h1 className="display mt-8 text-h2">{headings[session.kind]}</h1>
            <p className="lead mt-4">
              {session.kind === 'failed' ? session.sentence : reasons[session.kind]}
            </p>
            {session.kind === 'failed' ? (
              <button type="button" className="btn btn-primary mt-6" onClick={onRetry}>
                Try again
              </button>
            ) : (
              <>
                <p className="mt-6">
                  <code className="command">npm run inbox</code>
                </p>
                <p className="mt-3 text-sm text-soft">
                  In a release: <code>node inbox.mjs</code>
                </p>
              </>
            )}
          </div>
          <SceneSky scene={scenes.faq} id="closed" />
        </div>
      </div>
      <div className="horizon-water flex-1">
        <div className="wrap page-hero-grid items-start">
          <div className="py-8">
            {notes.map(([reference, text]) => (
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
          <SceneWater scene={scenes.faq} id="closed" />
        </div>
      </div>
    </main>
  );
}

import { useEffect } from 'react';
import { scenes } from '../../drawing/scene.ts';
import { Logo } from '../../ui/Logo.tsx';
import { SceneSky, SceneWater } from '../../ui/Scene.tsx';
import type { Session } from '../state/session.ts';

interface Props {
  session: Exclude<Session, { kind: 'open' | 'opening' }>;
  /** Unsaved notes by reference. */
  notes: ReadonlyMap<string, string>;
  onRetry: () => void;
}

const RUN = 'run this in the terminal again, and open the address that it prints.';
const words = {
  closed: ['This inbox is closed.', `It was stopped, or its address was already used. To go on, ${RUN}`],
  elsewhere: [
    'This inbox is not open in this tab.',
    `It opens in one tab. If it is open in another one, go on there; otherwise ${RUN}`,
  ],
  used: ['This address was already used.', `Each address opens the inbox once. To open it again, ${RUN}`],
} as const;

/** The whole page without a session: what happened, how to get a new one, and notes that are not saved. */
export function Closed({ session, notes, onRetry }: Props) {
  useEffect(() => {
    document.title = 'Inbox (closed)';
  }, []);
  const [heading, reason] =
    session.kind === 'failed' ? ['The inbox could not be opened.', session.sentence] : words[session.kind];
  return (
    <main className="flex min-h-dvh flex-col">
      <div className="horizon-sky">
        <div className="wrap page-hero-grid">
          <div className="pt-[clamp(3rem,12vh,8rem)] pb-12">
            <Logo />
            <h1 className="display mt-8 text-h2">{heading}</h1>
            <p className="lead mt-4">{reason}</p>
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
            {[...notes].map(
              ([reference, text]) =>
                text.trim() !== '' && (
                  <section key={reference} className="mb-6">
                    <h2 className="font-semibold">
                      Your note on {reference} is not saved yet. Copy it before you leave.
                    </h2>
                    <p className="said mt-2" dir="auto">
                      {text}
                    </p>
                  </section>
                ),
            )}
          </div>
          <SceneWater scene={scenes.faq} id="closed" />
        </div>
      </div>
    </main>
  );
}

import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Closed } from './shell/Closed.tsx';
import { Desk } from './shell/Desk.tsx';
import { Waiting } from './shell/Waiting.tsx';
import { BegunContext, useBegunState } from './state/begun.ts';
import { createClient } from './state/queries.ts';
import { type Session, signIn, tokenIn } from './state/session.ts';
import { StatusContext, useStatusState } from './state/status.ts';

/** The owner's inbox: everything that the contact form has stored. */
export function Inbox() {
  const [session, setSession] = useState<Session>({ kind: 'opening' });
  const [client] = useState(() => createClient(() => setSession({ kind: 'closed' })));
  const begun = useBegunState();
  const status = useStatusState();
  const open = async () => {
    setSession({ kind: 'opening' });
    setSession(await signIn());
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: it uses setters alone, which never change
  useEffect(() => {
    void open();
    const openAgain = () => tokenIn(location.hash) && void open();
    addEventListener('hashchange', openAgain);
    return () => removeEventListener('hashchange', openAgain);
  }, []);

  return (
    <QueryClientProvider client={client}>
      <BegunContext value={begun}>
        <StatusContext value={status}>
          {session.kind === 'open' && <Desk />}
          {session.kind === 'opening' && <Waiting />}
          {session.kind !== 'open' && session.kind !== 'opening' && (
            <Closed session={session} onRetry={() => void open()} />
          )}
        </StatusContext>
      </BegunContext>
    </QueryClientProvider>
  );
}

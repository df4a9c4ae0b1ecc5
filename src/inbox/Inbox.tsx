import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Closed } from './shell/Closed.tsx';
import { Desk } from './shell/Desk.tsx';
import { Waiting } from './shell/Waiting.tsx';
import { createClient } from './state/queries.ts';
import { type Session, signIn, tokenIn } from './state/session.ts';
import { useDrafts } from './state/use-drafts.ts';

/** The owner's inbox: everything that the contact form has stored. */
export function Inbox() {
  const [session, setSession] = useState<Session>({ kind: 'opening' });
  const [client] = useState(() => createClient(() => setSession({ kind: 'closed' })));
  const drafts = useDrafts();
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

  if (session.kind === 'opening') return <Waiting />;
  if (session.kind !== 'open')
    return <Closed session={session} notes={drafts.notes} onRetry={() => void open()} />;
  return (
    <QueryClientProvider client={client}>
      <Desk drafts={drafts} />
    </QueryClientProvider>
  );
}

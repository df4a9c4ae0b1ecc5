import { Closed } from './shell/Closed.tsx';
import { Desk } from './shell/Desk.tsx';
import { Waiting } from './shell/Waiting.tsx';
import { sessionStore } from './state/session.ts';
import { useStore } from './state/store.ts';

/** What the owner of the site opens on their own machine: everything that its contact form has stored. */
export function Inbox() {
  const session = useStore(sessionStore);
  if (session.kind === 'open') return <Desk />;
  if (session.kind === 'opening') return <Waiting />;
  return <Closed session={session} />;
}

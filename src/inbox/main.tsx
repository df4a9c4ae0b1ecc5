import './inbox.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Inbox } from './Inbox.tsx';
import { Fence } from './shell/Fence.tsx';
import { createClient } from './state/queries.ts';
import { startSession } from './state/sign-in.ts';

/** The faces come from the same machine; should they not, the page is shown without them. */
const PATIENCE = 400;

const place = document.getElementById('inbox');
if (place) {
  startSession();
  await Promise.race([
    Promise.allSettled(['1em "Instrument Serif"', '1em Figtree'].map((face) => document.fonts.load(face))),
    new Promise((resolve) => setTimeout(resolve, PATIENCE)),
  ]);
  createRoot(place).render(
    <StrictMode>
      <Fence>
        <QueryClientProvider client={createClient()}>
          <Inbox />
        </QueryClientProvider>
      </Fence>
    </StrictMode>,
  );
}

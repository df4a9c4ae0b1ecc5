import './inbox.css';
import { createRoot } from 'react-dom/client';
import { ApplicationError } from '../ui/ApplicationError.tsx';
import { Inbox } from './Inbox.tsx';

/** The fonts come from this machine. If they do not, the page is shown without them. */
const FONT_TIMEOUT_MS = 400;

// Otherwise the browser restores the scroll position of a list that is not there yet.
history.scrollRestoration = 'manual';

await Promise.race([
  Promise.allSettled(['1em "Instrument Serif"', '1em Figtree'].map((face) => document.fonts.load(face))),
  new Promise((resolve) => setTimeout(resolve, FONT_TIMEOUT_MS)),
]);
const root = createRoot(document.getElementById('inbox') ?? document.body, {
  onUncaughtError: (error) => {
    reportError(error);
    root.render(<Stopped error={error instanceof Error ? error : new Error(String(error))} />);
  },
});
root.render(<Inbox />);

/** In place of an empty page, when our own code fails. */
const Stopped = ({ error: { message, stack } }: { error: Error }) => (
  <main className="wrap py-12">
    <ApplicationError
      level="h1"
      heading="The inbox stopped. Load this page again; nothing that was stored is lost."
      message={message}
      stack={stack}
    />
  </main>
);

import type { Status } from '../lib/status.ts';

/** What is invented says so to whoever works on the site. The built site never shows it. */
export const ExampleMark = ({ status }: { status?: Status | undefined }) =>
  import.meta.env.DEV && status === 'example' ? <mark className="badge">example</mark> : null;

import type { ExampleStatus } from '../lib/example-status.ts';
import { DevNote } from './DevNote.tsx';

/** What is invented says so to whoever works on the site. */
export const ExampleNote = ({ status }: { status?: ExampleStatus | undefined }) => (
  <DevNote text={status === 'example' ? 'example' : undefined} />
);

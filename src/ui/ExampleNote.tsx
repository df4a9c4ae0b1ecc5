import type { ExampleStatus } from '../lib/example-status.ts';
import { DevNote } from './DevNote.tsx';

/** Marks example content, in development only. */
export const ExampleNote = ({ status }: { status?: ExampleStatus | undefined }) => (
  <DevNote text={status === 'example' ? 'example' : undefined} />
);

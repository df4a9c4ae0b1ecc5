import type { Status } from '../lib/status.ts';
import { DevMark } from './DevMark.tsx';

/** What is invented says so to whoever works on the site. */
export const ExampleMark = ({ status }: { status?: Status | undefined }) => (
  <DevMark text={status === 'example' ? 'example' : undefined} />
);

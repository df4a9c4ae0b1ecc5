import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Read } from './reader-thread.ts';

/** A visitor who reads one page after the other, from a thread of their own: what they measure is the server. */
export function startReader(url: string): { leave(): Promise<Read> } {
  const thread = new Worker(new URL('reader-thread.ts', import.meta.url), { workerData: url });
  return {
    leave: async () => {
      const read = once(thread, 'message');
      thread.postMessage('leave');
      return (await read)[0] as Read;
    },
  };
}

import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { RateLimiterClusterMaster } from 'rate-limiter-flexible';
import { log } from './log.ts';

const STORED = 'stored';
/** A worker that dies at its start would be started anew without end, and without a pause. */
const PAUSE = 1000;

/**
 * Serves with several processes on one port. The kernel hands each of them its connections; this one starts them
 * anew should they die, counts for their limiter, and sends what they store. Resolves once all of them listen.
 */
export async function startWorkers(count: number, onStored: () => void): Promise<() => Promise<void>> {
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  new RateLimiterClusterMaster();
  let isStopping = false;

  cluster.on('message', (_, message) => {
    if (message === STORED) onStored();
  });
  const workers = Array.from({ length: count }, () => cluster.fork());
  await Promise.all(workers.map(listens));
  cluster.on('exit', (worker, code, signal) => {
    if (isStopping) return;
    log('worker-died', { pid: worker.process.pid, code, signal });
    setTimeout(() => isStopping || cluster.fork(), PAUSE);
  });

  return async () => {
    isStopping = true;
    const alive = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    for (const worker of alive) worker.process.kill('SIGTERM');
    await Promise.all(alive.map((worker) => worker.isDead() || once(worker, 'exit')));
  };
}

/** Said by a worker to the process that sends. */
export const tellOfStored = () => void process.send?.(STORED);

async function listens(worker: Worker): Promise<void> {
  const isThere = await Promise.race([
    once(worker, 'listening').then(() => true),
    once(worker, 'exit').then(() => false),
  ]);
  // It has said why itself.
  if (!isThere) process.exit(1);
}

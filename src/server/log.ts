import pino from 'pino';
import { visible } from '../lib/visible.ts';

/** One line of JSON per event. Never what a visitor typed, never where they came from. */
export type Log = (event: string, details?: Record<string, unknown>) => void;

/** If this much waits, the log is not being read: drop the rest, so that memory does not grow. */
const MOST_WAITING_BYTES = 1_000_000;

const output = pino.destination({
  fd: 1,
  sync: false,
  maxLength: MOST_WAITING_BYTES,
  // Lines that come together are written together: a write for each would cost more than the requests.
  minLength: 4096,
  periodicFlush: 50,
});
const logger = pino(
  {
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (level) => ({ level }) },
    // The message alone: a stack may hold paths, other fields what was being stored.
    serializers: { error: (error: unknown) => (error instanceof Error ? error.message : error) },
    // JSON lets characters through that a terminal would obey.
    hooks: { streamWrite: (line) => visible(line, 'lines') },
  },
  output,
);

export const log: Log = (event, details) => logger.info({ event, ...details });

/** Writes what is left, before the process ends. */
export function flushLog(): void {
  try {
    output.flushSync();
  } catch {
    // The reader is gone.
  }
}

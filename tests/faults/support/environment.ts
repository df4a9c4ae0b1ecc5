/** How much of each fault: `npm run test:faults` asks for more than `npm test`. */
export const ROUNDS = Number(process.env.FAULT_ROUNDS || 5);

/** For a server whose clock is off. */
export const clockShiftedBy = (milliseconds: number) => ({
  NODE_OPTIONS: `--import=${new URL('shift-clock.ts', import.meta.url)}`,
  CLOCK_SHIFT: String(milliseconds),
});

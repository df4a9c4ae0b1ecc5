/** For a server whose clock is off. */
export const clockShiftedBy = (milliseconds: number) => ({
  NODE_OPTIONS: `--import=${new URL('shift-clock.ts', import.meta.url)}`,
  CLOCK_SHIFT: String(milliseconds),
});

/** Loaded before the server (`node --import`): its clock is CLOCK_SHIFT milliseconds off; SIGUSR2 puts it on by a minute. */
const now = Date.now;
let shift = Number(process.env.CLOCK_SHIFT);
Date.now = () => now() + shift;
process.on('SIGUSR2', () => {
  shift += 60_000;
});

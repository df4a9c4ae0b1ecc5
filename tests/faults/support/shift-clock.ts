/** Loaded before the server (`node --import`): its clock is CLOCK_SHIFT milliseconds off. */
const now = Date.now;
Date.now = () => now() + Number(process.env.CLOCK_SHIFT);

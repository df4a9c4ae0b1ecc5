/** Loaded before a program, it prints how many files that program had loaded when it ended. */
import { registerHooks } from 'node:module';

let count = 0;
registerHooks({
  load(url, context, next) {
    if (url.startsWith('file:')) count += 1;
    return next(url, context);
  },
});
process.once('exit', () => console.log(`Files loaded: ${count}`));

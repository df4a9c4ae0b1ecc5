/** `npm start`, before it builds: a wrong setting or a port in use, which the server would only find after the build. */
import { createServer } from 'node:net';
import { Mistake } from '../src/lib/mistake.ts';
import { parseSettings } from '../src/server/settings.ts';
import { fail } from './machine.mjs';

try {
  // Settings are checked the same way for every firm.
  const { port, host } = parseSettings(process.env, { contactEmail: '', name: '', retentionMonths: 0 });
  if (await isInUse({ port, host }))
    fail(
      `Port ${port} is in use by another program. Stop that program, or choose another port: PORT=4322 npm start`,
    );
} catch (error) {
  if (!(error instanceof Mistake)) throw error;
  fail(error.message);
}
console.log('Building, about 15 seconds…');

function isInUse(address: { port: number; host: string | undefined }): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code === 'EADDRINUSE'));
    probe.listen(address, () => probe.close(() => resolve(false)));
  });
}

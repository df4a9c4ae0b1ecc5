/** `npm run build`, once site.config.ts can be read: one at a time in a folder, and only with room for it. */
import { buildEnvironment, explainDiskErrors, fail, lacksRoom, run, takeLock } from './machine.mjs';

const BUILD_MB = 60;

explainDiskErrors();
await takeLock();
const full = lacksRoom(BUILD_MB);
if (full) fail(full);
const env = { ...buildEnvironment, ...process.env, NODE_ENV: 'production' };
process.exit(await run(process.execPath, ['node_modules/astro/bin/astro.mjs', 'build', '--silent'], { env }));

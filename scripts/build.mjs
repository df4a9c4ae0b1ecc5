// @ts-check
// `npm run build`: one at a time in a folder, and only with room for it. `npm start` has the lock already when it calls this.
import { lacksRoom, takeLock } from './folder.mjs';
import { run } from './install.mjs';

const BUILD_MEGABYTES = 60;

if (process.env.FOLDER_IS_LOCKED !== '1') await takeLock();
const full = lacksRoom(BUILD_MEGABYTES);
if (full) {
  console.error(full);
  process.exit(1);
}
process.exit(
  (await run('node_modules/.bin/node', ['scripts/check-config.ts'])) ||
    (await run('node_modules/.bin/astro', ['build', '--silent'], {
      env: { ...process.env, NODE_ENV: 'production' },
    })),
);

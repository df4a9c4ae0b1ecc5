/** `npm run build`, once site.config.ts can be read: one at a time in a folder, and only with room for it. */
import { existsSync, readdirSync } from 'node:fs';
import { buildWords, explainDiskErrors, fail, lacksRoom, run, takeLock } from './machine.mjs';

const BUILD_MB = 60;
const POSTS = 'content/posts';

explainDiskErrors();
await takeLock();
const full = lacksRoom(BUILD_MB);
if (full) fail(full);
const articles = existsSync(POSTS) ? readdirSync(POSTS).length : 0;
const env = { ...process.env, NODE_ENV: 'production' };
process.exit(await run(process.execPath, buildWords(articles), { env }));

/** `node launch-check.mjs`: the same where the site is. What the folder of the project said came with the release. */
import { readBuilt } from '../../src/server/built.ts';
import { launchCheck } from './check.ts';
import type { Folder } from './promises.ts';

await launchCheck(() => JSON.parse(readBuilt('launch.json')) as Folder);

/** `node launch-check.mjs`: the launch check on the server. The findings about the project come with the release. */
import { readBuilt } from '../../src/server/built.ts';
import { launchCheck } from './check.ts';
import type { Folder } from './promises.ts';

await launchCheck(() => JSON.parse(readBuilt('launch.json')) as Folder);

/** `npm run launch-check`: what is still missing before this folder can be a live site. */
import { site } from '../src/config/site.ts';
import { root } from '../src/server/built.ts';
import { launchCheck } from './launch/check.ts';
import { readFolder } from './launch/folder.ts';

await launchCheck(() => readFolder(root, site));

import { minifySync } from 'rolldown/utils';
import { memoInBuild } from '../lib/memo.ts';

/** A script that is part of the page, minified: every visit pays for its bytes. */
export const inlineScript = memoInBuild((source: string) => minifySync('inline.js', source).code);

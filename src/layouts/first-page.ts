import { minifySync } from 'rolldown/utils';
import source from '../browser/first-page.js?raw';

/** In every page, so that each byte counts. */
export const firstPage = minifySync('first-page.js', source).code;

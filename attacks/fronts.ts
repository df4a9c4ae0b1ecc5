import type { Group } from './row.ts';

/** What nginx and Caddy keep away from the site, by the configurations of deploy/. */
export const fronts: Group = async () => [];

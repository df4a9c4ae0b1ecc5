/**
 * Which addresses are for the app to answer, in the language of each server in front of it: what stands there changes at
 * a moment that only the app knows. By the name of the file below dist/.
 */
export const scheduledFiles = (addresses: string[]): Record<string, string> => ({
  'nginx/scheduled.conf': `map $uri $is_scheduled {\n  default "";\n${addresses.map((address) => `  "${address}" 1;\n`).join('')}}\n`,
  // A matcher that no address fits, where there is none.
  'caddy/scheduled.conf': `@scheduled path ${addresses.length > 0 ? addresses.join(' ') : '/scheduled/nothing'}\n`,
});

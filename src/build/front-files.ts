/**
 * Which addresses are for the app to answer, in the language of each server in front of it: what stands there changes at
 * a moment that only the app knows, or is counted by it. By the name of the file below dist/.
 */
export function frontFiles(addresses: string[]): Record<string, string> {
  const asked = addresses.flatMap((address) =>
    /\.\w+$/.test(address) || address === '/' ? [address] : [address, `${address}/`],
  );
  return {
    'nginx/for-app.conf': `map $uri $is_for_app {\n  volatile;\n  default "";\n${asked.map((address) => `  "${address}" 1;\n`).join('')}}\n`,
    // A matcher that no address fits, where there is none.
    'caddy/for-app.conf': `@for_app path ${asked.length > 0 ? asked.join(' ') : '/for/nothing'}\n`,
  };
}

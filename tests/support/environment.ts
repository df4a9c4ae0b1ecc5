/** What Vitest puts into the environment: Astro and React behave differently when they see it. */
const OF_VITEST = ['NODE_ENV', 'DEV', 'PROD', 'MODE', 'SSR', 'TEST', 'BASE_URL'];

/** The environment without that. */
export function plainEnvironment(extra: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) => !OF_VITEST.includes(name) && !name.startsWith('VITEST'),
  );
  return { ...Object.fromEntries(own), ASTRO_TELEMETRY_DISABLED: '1', ...extra };
}

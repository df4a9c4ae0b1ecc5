/** The environment without what Vitest puts into it: Astro and React behave differently when they see that. */
export function plainEnvironment(extra: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) => name !== 'NODE_ENV' && !name.startsWith('VITEST'),
  );
  return { ...Object.fromEntries(own), ASTRO_TELEMETRY_DISABLED: '1', ...extra };
}

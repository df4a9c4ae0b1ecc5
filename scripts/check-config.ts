/** A syntax error in site.config.ts as one sentence, before other programs print their own. */
import('../site.config.ts').catch((error: unknown) => {
  if (!(error instanceof SyntaxError)) throw error;
  const [, line = '?'] = /site\.config\.ts:(\d+)/.exec(error.stack ?? '') ?? [];
  console.error(
    `site.config.ts: line ${line}, or the one above it, cannot be read (${error.message}); wanted: name: 'value', with a quote on both sides, a comma at the end, and every bracket closed.`,
  );
  process.exitCode = 1;
});

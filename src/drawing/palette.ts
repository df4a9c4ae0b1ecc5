import { readFileSync } from 'node:fs';
import { transform } from 'lightningcss';
import { memoInBuild } from '../lib/memo.ts';

/**
 * The light colours of src/styles/tokens.css in sRGB, for what no stylesheet reaches: pictures, icons, the manifest, the
 * colour of a browser's frame. The tokens are the one place where a colour is typed.
 */
export const tokenColor = memoInBuild((name: string): string => {
  const tokens = readFileSync('src/styles/tokens.css', 'utf8');
  const declared = new RegExp(`--color-${name}: (?:light-dark\\()?(#[\\da-f]{6}|oklch\\([^)]*\\))`).exec(
    tokens,
  );
  if (!declared) throw new Error(`src/styles/tokens.css has no colour --color-${name}.`);
  const css = Buffer.from(`a{color:${declared[1]}}`);
  // A browser that knows no OKLCH gets sRGB first.
  const { code } = transform({ filename: 'color.css', code: css, targets: { chrome: 80 << 16 } });
  return /color: (#[\da-f]+|\w+);/.exec(code.toString())?.[1] ?? '';
});

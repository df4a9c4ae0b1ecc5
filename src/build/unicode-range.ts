/** Code points, as the rule for a font wants them: `U+20-7E,U+A9`. */
export function rangeOf(points: Iterable<number>): string {
  const runs: [number, number][] = [];
  for (const point of [...points].sort((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last && last[1] === point - 1) last[1] = point;
    else runs.push([point, point]);
  }
  return runs.map(([from, to]) => `U+${hex(from)}${to > from ? `-${hex(to)}` : ''}`).join();
}

const hex = (point: number) => point.toString(16).toUpperCase();

/**
 * Whatever is not ASCII: names and references of the markup are, so that it need not be taken apart. What is for private
 * use marks the places that the server fills in.
 */
export function charactersOf(text: string): Set<number> {
  const points = new Set<number>();
  // Pieces first: looking at every character as such takes ten times as long.
  for (const piece of text.match(/[^\0-\x9f]+/g) ?? [])
    for (const character of piece) if (!/\p{Co}/u.test(character)) points.add(character.codePointAt(0) ?? 0);
  return points;
}

const between = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

/** Printable ASCII: whoever writes to us uses it all. */
export const WRITTEN_BY_ANYBODY: readonly number[] = between(0x20, 0x7e);

/** The rest of what a latin file holds. */
export const NOT_ON_PAGES: ReadonlySet<number> = new Set([
  ...between(0xa0, 0xff),
  0x131,
  ...between(0x152, 0x153),
  ...between(0x2000, 0x206f),
  0x20ac,
  0x2122,
]);

export const without = (all: ReadonlySet<number>, taken: ReadonlySet<number>) =>
  new Set([...all].filter((point) => !taken.has(point)));

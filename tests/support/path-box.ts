export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

type Point = [x: number, y: number];

const PATH = /^(?:[MLHVAZ](?:[\s,]*-?\d+(?:\.\d+)?)*\s*)+$/i;

/** The box around an SVG path of straight lines and circular arcs; anything else, NaN among it, throws. */
export function pathBox(d: string): Box {
  if (!PATH.test(d)) throw new Error(`This is no path that can be measured: ${d}`);
  const points: Point[] = [];
  let at: Point = [0, 0];
  const go = (to: Point) => {
    points.push(to);
    at = to;
  };
  for (const [, letter = '', rest = ''] of d.matchAll(/([a-z])([^a-z]*)/gi)) {
    const command = letter.toUpperCase();
    for (const values of groups(rest, sizes[command] ?? 0)) {
      const [x, y]: Point = letter === command ? [0, 0] : at;
      const [first = 0, second = 0] = values;
      if (command === 'H') go([x + first, at[1]]);
      else if (command === 'V') go([at[0], y + first]);
      else if (command === 'A') {
        const [radius = 0, , , large, sweep, endX = 0, endY = 0] = values;
        const end: Point = [x + endX, y + endY];
        points.push(...arc(at, end, radius, large === sweep, sweep === 1));
        go(end);
      } else go([x + first, y + second]);
    }
  }
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

const sizes: Record<string, number> = { M: 2, L: 2, H: 1, V: 1, A: 7 };

function groups(text: string, size: number): number[][] {
  const numbers = text.match(/-?\d+(?:\.\d+)?/g)?.map(Number) ?? [];
  if (size === 0 ? numbers.length > 0 : numbers.length === 0 || numbers.length % size !== 0)
    throw new Error(`A path command has the wrong number of values: ${text}`);
  return Array.from({ length: size && numbers.length / size }, (_, i) =>
    numbers.slice(i * size, (i + 1) * size),
  );
}

/** Points along an arc, dense enough to find its outermost ones (SVG 2, appendix B.2.4, for a circle). */
function arc(
  [x1, y1]: Point,
  [x2, y2]: Point,
  given: number,
  sameFlags: boolean,
  isClockwise: boolean,
): Point[] {
  const chord = Math.hypot(x2 - x1, y2 - y1);
  const radius = Math.max(given, chord / 2);
  const away = Math.sqrt(radius ** 2 - (chord / 2) ** 2) * (sameFlags ? -1 : 1);
  const centre: Point = [
    (x1 + x2) / 2 - (away * (y2 - y1)) / chord,
    (y1 + y2) / 2 + (away * (x2 - x1)) / chord,
  ];
  const angle = ([x, y]: Point) => Math.atan2(y - centre[1], x - centre[0]);
  const from = angle([x1, y1]);
  const clockwise = (angle([x2, y2]) - from + 4 * Math.PI) % (2 * Math.PI);
  const turn = isClockwise ? clockwise : clockwise - 2 * Math.PI;
  return Array.from({ length: 181 }, (_, i) => {
    const at = from + (turn * i) / 180;
    return [centre[0] + radius * Math.cos(at), centre[1] + radius * Math.sin(at)];
  });
}

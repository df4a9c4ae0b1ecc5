/**
 * The reflection motif: forms that stand on a horizon at y = 0 and rise to negative y. Whoever draws a scene
 * mirrors it below the horizon. Everything here is a pure function; the same seed always gives the same scene.
 */
export const tones = ['violet', 'lavender', 'teal', 'peach', 'ink', 'halo', 'hue'] as const;
export type Tone = (typeof tones)[number];

export interface Shape {
  d: string;
  tone: Tone;
}

export interface Scene {
  width: number;
  height: number;
  shapes: Shape[];
}

type Form = (x: number, width: number, height: number) => string;

/** The vocabulary of forms: `x` is the left edge on the horizon. Those with a slope rise to the right. */
export const forms = {
  dome: (x, width) => `M${x} 0a${width / 2} ${width / 2} 0 0 1 ${width} 0z`,
  arch: (x, width, height) =>
    `M${x} 0v${-Math.max(0, height - width / 2)}a${width / 2} ${width / 2} 0 0 1 ${width} 0V0z`,
  gable: (x, width, height) => `M${x} 0l${width / 2} ${-height} ${width / 2} ${height}z`,
  steps: (x, width, height) => {
    const [w, h] = [width / 3, height / 3];
    return `M${x} 0v${-h}h${w}v${-h}h${w}v${-h}h${w}V0z`;
  },
  columns: (x, width, height) => {
    const bar = width / 4;
    return [0.45, 0.7, 1].map((share, i) => `M${x + i * bar * 1.5} 0v${-height * share}h${bar}V0z`).join('');
  },
  hill: (x, width) => `M${x} 0a${width} ${width} 0 0 1 ${width} ${-width}V0z`,
} satisfies Record<string, Form>;

export type FormName = keyof typeof forms;

/** A full disc that has partly risen: its centre is `lift` above the horizon, so the horizon cuts it. */
export function sun(cx: number, radius: number, lift: number): string {
  const half = Math.sqrt(Math.max(0, radius ** 2 - lift ** 2));
  return `M${round(cx - half)} 0A${radius} ${radius} 0 ${lift > 0 ? 1 : 0} 1 ${round(cx + half)} 0z`;
}

/** Each service has a form of its own; together they are the picture on the home page. */
export const serviceForms = {
  leadership: 'dome',
  growth: 'columns',
  design: 'gable',
  automation: 'arch',
} as const satisfies Record<string, FormName>;

/** The home page: the four services on one horizon, under one sun. */
export const homeScene: Scene = {
  width: 720,
  height: 400,
  shapes: [
    { d: sun(392, 316, 56), tone: 'halo' },
    { d: sun(392, 232, 56), tone: 'halo' },
    { d: sun(392, 156, 70), tone: 'violet' },
    { d: forms.dome(36, 136), tone: 'lavender' },
    { d: forms.arch(132, 124, 204), tone: 'teal' },
    { d: forms.gable(476, 212, 172), tone: 'peach' },
    { d: forms.columns(252, 96, 96), tone: 'ink' },
  ],
};

/**
 * A scene of its own for any text, such as the slug of an article: a sun, and two forms on either side that lean on
 * it and on each other. What slopes, slopes towards the sun.
 */
export function sceneFromSeed(seed: string, width = 960, height = 260): Scene {
  const random = generator(seed);
  const between = (low: number, high: number) => low + random() * (high - low);
  const unit = Math.min(height, width * 0.42);
  const radius = round(unit * between(0.34, 0.44));
  const lift = round(radius * between(0.15, 0.7));
  const kinds = shuffle(Object.keys(forms) as FormName[], random);
  const colours = shuffle(['teal', 'peach', 'lavender', 'ink'] as const, random);

  const side = (first: number) => {
    let edge = radius * between(0.45, 0.75);
    return [first, first + 1].map((i) => {
      const wide = round(unit * between(0.26, 0.5));
      const tall = round(Math.min(unit * between(0.3, 0.72), height * 0.8));
      const form = { kind: kinds[i] ?? 'dome', tone: colours[i] ?? 'ink', from: round(edge), wide, tall };
      edge += wide * between(0.82, 1.12);
      return form;
    });
  };
  const [left, right] = [side(0), side(2)];
  const reach = (forms: typeof left) => Math.max(...forms.map(({ from, wide }) => from + wide));
  // The group as a whole stands in the middle, so the sun seldom does.
  const centre = round(width / 2 + (reach(left) - reach(right)) / 2);

  const shapes: Shape[] = [
    { d: sun(centre, round(radius * 1.7), lift), tone: 'halo' },
    { d: sun(centre, radius, lift), tone: 'violet' },
    ...left.map(({ kind, tone, from, wide, tall }) => ({
      d: forms[kind](centre - from - wide, wide, tall),
      tone,
    })),
    ...right.map(({ kind, tone, from, wide, tall }) => ({
      d: mirrored(kind, centre + from, wide, tall),
      tone,
    })),
  ];
  // Ink stands in front: nothing shows through it.
  shapes.sort((a, b) => Number(a.tone === 'ink') - Number(b.tone === 'ink'));
  return { width, height, shapes: shapes.map(({ d, tone }) => ({ d: tidy(d), tone })) };
}

/** The forms that slope, turned to face the other way. */
function mirrored(kind: FormName, x: number, width: number, height: number): string {
  const right = x + width;
  if (kind === 'hill') return `M${x} 0v${-width}a${width} ${width} 0 0 1 ${width} ${width}z`;
  if (kind === 'steps') return forms.steps(right, -width, height);
  if (kind === 'columns') return forms.columns(right, -width, height);
  return forms[kind](x, width, height);
}

/** Whole numbers: a tenth of a unit is not seen, but it is sent. */
const tidy = (d: string) => d.replace(/-?\d+\.\d+/g, (number) => String(round(Number(number))));

function round(value: number): number {
  return Math.round(value) || 0;
}

function shuffle<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, rank: random() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}

/** Numbers from 0 to 1 that depend on the seed alone (FNV-1a for the seed, then mulberry32). */
function generator(seed: string): () => number {
  let state = 2166136261;
  for (const char of seed) state = Math.imul(state ^ (char.codePointAt(0) ?? 0), 16777619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

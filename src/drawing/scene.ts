/**
 * Forms on a horizon at y = 0, which rise to negative y. On the site they have no reflection: only a figure has one
 * (ui/Chart.tsx). The inbox mirrors them. All functions are pure; the same seed always gives the same scene.
 */
const tones = [
  'violet',
  'lavender',
  'teal',
  'peach',
  'ink',
  'halo',
  'line',
  'hue',
  'violet-pale',
  'teal-pale',
  'peach-pale',
] as const;
export type Tone = (typeof tones)[number];

interface Shape {
  d: string;
  tone: Tone;
}

export interface SceneData {
  width: number;
  height: number;
  shapes: readonly Shape[];
  /** An SVG transform of the shapes, if they were not drawn for this frame. */
  transform?: string;
}

type Form = (x: number, width: number, height: number) => string;

/** The forms: `x` is the left edge on the horizon. Sloped ones rise to the right. */
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
    return [0.45, 0.7, 1]
      .map((share, i) => `M${x + i * bar * 1.5} 0v${-round(height * share)}h${bar}V0z`)
      .join('');
  },
  hill: (x, width) => `M${x} 0a${width} ${width} 0 0 1 ${width} ${-width}V0z`,
} satisfies Record<string, Form>;

export type FormName = keyof typeof forms;

/** A disc whose centre is `lift` above the horizon, which cuts it. */
export function sun(cx: number, radius: number, lift: number): string {
  if (lift >= radius) {
    return `M${cx - radius} ${-lift}a${radius} ${radius} 0 1 1 ${2 * radius} 0a${radius} ${radius} 0 1 1 ${-2 * radius} 0z`;
  }
  const half = Math.sqrt(radius ** 2 - lift ** 2);
  return `M${round(cx - half)} 0A${radius} ${radius} 0 ${lift > 0 ? 1 : 0} 1 ${round(cx + half)} 0z`;
}

/** The form of each service. */
export const serviceForms = {
  leadership: 'dome',
  growth: 'columns',
  design: 'gable',
  automation: 'arch',
} as const satisfies Record<string, FormName>;

const scene = (width: number, height: number, ...shapes: [d: string, tone: Tone][]): SceneData => ({
  width,
  height,
  shapes: shapes.map(([d, tone]) => ({ d, tone })),
});

/** The scenes that are composed by hand, each for what its page says. */
export const scenes = {
  /** What was below the horizon comes up. */
  faq: scene(
    560,
    260,
    [forms.dome(0, 96), 'lavender'],
    [sun(206, 72, 20), 'lavender'],
    [sun(410, 150, 60), 'halo'],
    [sun(410, 104, 60), 'violet'],
  ),
  /** One plan: forms of every height, under one bow. */
  plan: scene(
    560,
    240,
    [forms.dome(56, 112), 'violet-pale'],
    [forms.gable(322, 176, 150), 'peach'],
    [forms.arch(222, 116, 204), 'violet'],
    [forms.columns(116, 124, 136), 'teal'],
    [`M0 0A284 284 0 0 1 560 0h-4A280 280 0 0 0 4 0z`, 'line'],
  ),
} as const;

/** A service's colour as a hue. */
export const serviceHue = (color: 'lavender' | 'teal' | 'peach' | undefined): Hue =>
  !color || color === 'lavender' ? 'violet' : color;

/** The class that colours an element. */
export const hueClass = (hue: Hue) => `hue-${hue === 'violet' ? 'lavender' : hue}`;

/** The colours of a seeded scene's sun and low form; the other forms keep ink and lavender. */
export const hues = ['violet', 'peach', 'teal'] as const;
export type Hue = (typeof hues)[number];

/** The colour of a category, by its place in the list: the same wherever its articles are drawn. */
export const categoryHue = (category: string, names: string[]): Hue =>
  hues[Math.max(0, names.indexOf(category)) % hues.length] ?? 'violet';

/**
 * A scene from a seed, such as the slug of an article: a sun in the given hue, a dominant form and two smaller ones. Slopes
 * rise towards the sun. Neighbours keep a clear distance or overlap clearly.
 */
export function sceneFromSeed(seed: string, hue: Hue, width = 960, height = 260): SceneData {
  const random = generator(seed);
  const between = (low: number, high: number) => low + random() * (high - low);
  const unit = Math.min(height, width * 0.42);
  const radius = round(unit * between(0.36, 0.46));
  const lift = round(radius * between(0.2, 0.75));
  // Columns have gaps and cannot cover the side of the sun.
  const kinds = shuffle(Object.keys(forms) as FormName[], random);
  const second = kinds.find((kind) => kind !== 'columns');
  const [first, third] = kinds.filter((kind) => kind !== second);
  const left = random() < 0.5;

  const tall = {
    kind: first ?? 'arch',
    wide: round(unit * between(0.34, 0.46)),
    high: round(unit * between(0.66, 0.86)),
  };
  const low = {
    kind: second ?? 'dome',
    wide: round(unit * between(0.4, 0.56)),
    high: round(unit * between(0.28, 0.4)),
  };
  const far = {
    kind: third ?? 'gable',
    wide: round(unit * between(0.24, 0.34)),
    high: round(unit * between(0.2, 0.46)),
  };

  // From the sun outwards: the tall form overlaps it, the far one is apart, the low one covers the other side.
  const tallAt = radius * between(0.35, 0.55);
  const farAt = tallAt + tall.wide + unit * between(0.08, 0.16);
  const lowAt = radius * between(0.3, 0.5);
  const reach = { near: farAt + far.wide, other: lowAt + low.wide };
  const centre = round(width / 2 + ((left ? 1 : -1) * (reach.near - reach.other)) / 2);

  const place = (form: typeof tall, from: number, onLeft: boolean) =>
    onLeft
      ? forms[form.kind](round(centre - from - form.wide), form.wide, form.high)
      : mirrored(form.kind, round(centre + from), form.wide, form.high);

  const shapes: [string, Tone][] = [
    [sun(centre, Math.min(round(radius * 1.65), height - lift), lift), 'halo'],
    [place(far, farAt, left), 'lavender'],
    [sun(centre, radius, lift), hue],
    [place(low, lowAt, !left), `${hue}-pale`],
    [place(tall, tallAt, left), 'ink'],
  ];
  return scene(width, height, ...shapes.map(([d, tone]): [string, Tone] => [tidy(d), tone]));
}

/** The sloped forms, mirrored. */
function mirrored(kind: FormName, x: number, width: number, height: number): string {
  const right = x + width;
  if (kind === 'hill') return `M${x} 0v${-width}a${width} ${width} 0 0 1 ${width} ${width}z`;
  if (kind === 'steps') return forms.steps(right, -width, height);
  if (kind === 'columns') return forms.columns(right, -width, height);
  return forms[kind](x, width, height);
}

/** Rounds to whole numbers, to save bytes. */
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

/** A random number generator that depends on the seed alone (FNV-1a, then mulberry32). */
export function generator(seed: string): () => number {
  let state = 2166136261;
  for (const char of seed) state = Math.imul(state ^ (char.codePointAt(0) ?? 0), 16777619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

import { forms, generator, type Hue, type SceneData, type serviceForms, sun, type Tone } from './scene.ts';

/** How a person may be drawn. The seed decides hair and glasses that are not given. */
export const hairs = ['short', 'swept', 'bob', 'long', 'knot', 'curls'] as const;
export const wears = ['glasses', 'beard'] as const;
export type Look = (typeof hairs)[number] | (typeof wears)[number];

/** A person's practice: the form and the colour of its service. */
export interface Practice {
  icon: keyof typeof serviceForms;
  hue: Hue;
}

/** What stands behind a person: the form of their practice, or a sun. */
const BEHIND: Record<Practice['icon'], string> = {
  leadership: forms.dome(6, 288),
  growth: forms.columns(20, 264, 204),
  design: forms.gable(0, 300, 190),
  automation: forms.arch(52, 196, 214),
};
const SUN = sun(146, 104, 94);

/**
 * A person in profile before the form of their practice: an outline that rises from the horizon, and a collar. The seed
 * decides forehead, nose, lips, chin, shoulders and direction.
 */
export function profileFromSeed(
  seed: string,
  { icon, hue }: Partial<Practice> & Pick<Practice, 'hue'>,
  looks: readonly Look[] = [],
): SceneData {
  const random = generator(seed);
  const between = (low: number, high: number) => Math.round(low + random() * (high - low)) || 0;
  const pick = <Item>(list: readonly [Item, ...Item[]]) =>
    list[Math.floor(random() * list.length)] ?? list[0];
  const broad = between(-14, 10);
  const [chin, nose, forehead, collar] = [pick(CHINS), pick(NOSES), pick(FOREHEADS), pick(COLLARS)];
  const anyHair = pick(hairs);
  const hasGlasses = random() < 0.3;
  const looksLeft = random() < 0.5;

  const throat = `M${240 + broad} 0C${234 + broad}-28 200-36 166-46C152-50 150-60 153-68`;
  const jaw = looks.includes('beard') ? BEARD : chin;
  const hair = HAIR[hairs.find((one) => looks.includes(one)) ?? anyHair](between(-5, 5));
  const shoulder = `C76-38 ${46 - broad}-34 ${38 - broad} 0z`;
  const shapes: [d: string, tone: Tone][] = [
    [icon ? BEHIND[icon] : SUN, hue],
    [brief(throat + jaw + nose + forehead + hair + shoulder), 'ink'],
    [brief(collar), `${hue}-pale`],
  ];
  if (looks.includes('glasses') || (looks.length === 0 && hasGlasses)) shapes.push([GLASSES, `${hue}-pale`]);
  return {
    width: 300,
    height: 220,
    shapes: shapes.map(([d, tone]) => ({ d, tone })),
    ...(looksLeft && { transform: 'matrix(-1 0 0 1 300 0)' }),
  };
}

/** From the throat to the upper lip: usual, strong, round, small. */
const CHINS = [
  'C163-67 174-67 182-73C189-79 187-88 185-92C189-96 189-101 187-104C191-106 190-111 188-115',
  'C164-65 178-64 187-70C194-77 190-87 186-92C190-96 190-101 187-104C191-106 190-111 188-115',
  'C162-65 173-63 181-69C187-75 188-85 184-92C190-95 193-101 187-105C194-107 194-112 189-116',
  'C160-70 168-73 176-77C183-81 183-89 183-93C190-95 191-101 187-104C193-106 192-111 188-115',
] as const;
const BEARD = 'C157-60 170-50 186-49C194-58 195-80 190-93C191-97 190-101 187-104C194-105 194-111 189-115';

/** From the upper lip to between the eyes: usual, curved, turned up, long, short. */
const NOSES = [
  'C194-116 202-116 200-122C198-127 187-138 186-145',
  'C192-114 202-112 204-117C205-123 198-138 188-148',
  'C192-118 200-119 203-126C200-131 192-133 185-145',
  'C194-115 204-114 205-119C203-125 191-140 187-150',
  'C193-115 200-115 200-121C198-129 192-134 187-146',
] as const;

/** From between the eyes to the hair: round, steep with a brow, sloping. */
const FOREHEADS = [
  'C191-152 190-164 182-174',
  'C195-147 194-156 190-164C189-168 187-172 184-175',
  'C190-148 188-158 177-172',
] as const;

/** Over the crown to the neck. */
const HAIR: Record<(typeof hairs)[number], (crown: number) => string> = {
  short: (crown) =>
    `C178-186 168 ${crown - 198} 148 ${crown - 198}C114 ${crown - 200} 93-180 92-152C91-132 101-116 107-102C110-90 110-72 102-54`,
  swept: (crown) =>
    `C188-182 200-192 188 ${crown - 200}C168 ${crown - 214} 128 ${crown - 208} 110-192C90-176 84-154 92-136C96-122 104-114 108-104C110-90 110-72 102-54`,
  bob: (crown) =>
    `C196-186 182 ${crown - 206} 156 ${crown - 204}C114 ${crown - 206} 78-184 78-148C78-122 80-98 68-70C84-58 104-62 122-74C112-66 106-58 102-54`,
  long: (crown) =>
    `C192-188 178 ${crown - 204} 150 ${crown - 204}C108 ${crown - 206} 82-178 80-144C78-104 82-72 62-32C84-28 104-38 108-52`,
  knot: (crown) =>
    `C180-188 168 ${crown - 196} 146 ${crown - 196}C124 ${crown - 197} 102-184 96-164C78-176 58-158 64-140C68-124 88-122 98-130C102-112 108-100 108-86C110-74 108-64 102-54`,
  curls: (crown) =>
    `C194-176 192-190 178-192C176 ${crown - 206} 156 ${crown - 210} 146 ${crown - 203}C134 ${crown - 212} 112 ${crown - 206} 108-192C92-194 78-182 86-166C72-158 72-140 84-134C78-122 88-108 102-110C109-92 110-72 102-54`,
};

const COLLARS = [
  'M100-56C116-48 144-46 164-48L152-26C132-32 108-42 92-49z',
  'M98-52C118-42 146-40 168-45C164-34 152-30 138-31C120-32 102-40 86-47z',
  'M104-66C120-60 138-60 152-64L158-48C138-44 116-46 99-54z',
] as const;

/** A lens before the eye, and its arm to the ear. */
const GLASSES = 'M167-149h26v5a12 12 0 0 1-24 4l-38 3v-4l36-4z';

/** Rewrites a path with relative coordinates, a third shorter. */
function brief(d: string): string {
  let [x = 0, y = 0] = [0, 0];
  let last = '';
  return d.replace(/([MCL])([-\d ]+)/g, (_, command: string, points: string) => {
    const numbers = (points.match(/-?\d+/g) ?? []).map(Number);
    const way = numbers.map((number, i) => number - (i % 2 === 0 ? x : y)).join(' ');
    [x = 0, y = 0] = numbers.slice(-2);
    const start = command === last ? ' ' : command.toLowerCase();
    last = command;
    return (start + way).replaceAll(' -', '-');
  });
}

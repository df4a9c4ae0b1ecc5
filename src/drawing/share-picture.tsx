import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import satori from 'satori';
import sharp from 'sharp';
import { holdText } from '../lib/no-break.ts';
import type { ChartForm } from './before-after.ts';
import { cached, digestOf } from './cache.ts';
import { logoPaths } from './logo.ts';
import { tokenColor } from './palette.ts';
import type { Hue } from './scene.ts';

/** A picture has no scheme: it wears the light one. */
const palette = {
  paper: tokenColor('paper'),
  water: tokenColor('lavender'),
  ink: tokenColor('ink'),
  soft: tokenColor('soft'),
  violet: tokenColor('brand'),
  lavender: tokenColor('lavender-line'),
  teal: tokenColor('teal-strong'),
  peach: tokenColor('peach-strong'),
  halo: tokenColor('lavender'),
  'violet-pale': tokenColor('lavender-line'),
  'teal-pale': tokenColor('teal-line'),
  'peach-pale': tokenColor('peach-line'),
} as const;

const [WIDTH, HEIGHT, LINE] = [1200, 630, 400];
/** Half the bytes of a quick one, and nine tenths of what a picture costs the build. */
const ENCODING = { palette: true, compressionLevel: 9 };

interface Props {
  title: string;
  name: string;
  /** What stands on the line; without a figure, nothing. */
  picture?: { form: ChartForm; hue: Hue } | undefined;
  /** Who wrote it, or what the form shows. */
  said: string;
}

/** What a founder sees first on LinkedIn: the title beside what its page is about. */
export async function sharePicture(props: Props): Promise<Buffer> {
  const svg = await drawnPicture(props);
  return cached(digestOf(JSON.stringify([svg, ENCODING])), () =>
    sharp(Buffer.from(svg)).png(ENCODING).toBuffer(),
  );
}

export async function drawnPicture({ title, name, picture, said }: Props): Promise<string> {
  const form = picture?.form;
  const words = await satori(
    <Words title={drawable(title)} name={drawable(name)} said={drawable(said)} form={form} />,
    {
      width: WIDTH,
      height: HEIGHT,
      fonts: await fonts,
    },
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <rect width="100%" height="100%" fill="${palette.paper}"/>
    ${picture ? `<rect y="${LINE}" width="100%" height="100%" fill="${palette.water}"/>${drawnForm(picture)}` : ''}
    <path d="M0 ${LINE}H${WIDTH}" stroke="${palette.ink}" stroke-width="2"/>
    <g transform="translate(72 60) scale(1.7)" fill="${palette.violet}">
      <path d="${logoPaths.form}"/><path d="${logoPaths.reflection}" opacity=".6"/>
    </g>
    ${words.replace(/^<svg[^>]*>/, '<g>').replace(/<\/svg>$/, '</g>')}
  </svg>`;
}

interface WordsProps extends Pick<Props, 'title' | 'name' | 'said'> {
  form: ChartForm | undefined;
}

function Words({ title, name, said, form }: WordsProps) {
  // Beside a figure: two or three lines of one size, and a longer title smaller ones.
  const size = title.length > 60 ? 60 : title.length > 36 ? 76 : 88;
  const figure = {
    position: 'absolute',
    display: 'flex',
    justifyContent: 'center',
    left: FORM.left - 120,
    width: FORM.width + 240,
  } as const;
  return (
    <div
      style={{
        display: 'flex',
        flexDirection: 'column',
        padding: '56px 72px',
        fontFamily: 'Instrument Serif',
        color: palette.ink,
      }}
    >
      <div style={{ fontSize: 44, marginLeft: 76, lineHeight: 1.4 }}>{name}</div>
      <div
        style={{
          fontSize: size,
          lineHeight: 1.02,
          letterSpacing: '-0.015em',
          marginTop: 36,
          maxWidth: form ? 640 : WIDTH - 200,
          textWrap: 'balance',
        }}
      >
        {holdText(title)}
      </div>
      {form && (
        <div
          style={{
            ...figure,
            top: LINE - high(form.above) - 92,
            fontSize: 84,
          }}
        >
          {form.after}
        </div>
      )}
      {form && (
        <div
          style={{
            ...figure,
            top: LINE + high(form.below) + 4,
            fontSize: 52,
            color: palette.soft,
          }}
        >
          {form.before}
        </div>
      )}
      <div
        style={{
          position: 'absolute',
          left: 72,
          top: LINE + 30,
          maxWidth: 640,
          fontSize: 44,
          lineHeight: 1.1,
        }}
      >
        {said}
      </div>
    </div>
  );
}

/** Where a result stands, and how many pixels the whole of its scale has on either side of the line. */
const FORM = { left: 890, width: 140, scale: 165 };
const high = (share: number) => Math.round((share / 100) * FORM.scale);

/** Above the line as high as what there is, below it as deep as what there was. */
function drawnForm({ form: { above, below, isArch }, hue }: NonNullable<Props['picture']>): string {
  const { left, width } = FORM;
  const bow = (height: number) => (isArch ? Math.min(width / 2, height) : 0);
  const side = (height: number, up: 1 | -1) => {
    const r = bow(height);
    const straight = up * (height - r);
    return `M${left} 0v${-straight}${r > 0 ? `a${width / 2} ${r} 0 0 ${up > 0 ? 1 : 0} ${width} 0` : `h${width}`}V0z`;
  };
  const slices = [20, 43, 66, 90, 114, 140, 166].map(
    (y, i) => `<rect x="${left}" y="${y}" width="${width}" height="${3 + i * 2}" fill="${palette.water}"/>`,
  );
  return `<g transform="translate(0 ${LINE})" fill="${palette[hue]}">
    <path d="${side(high(above), 1)}"/><path d="${side(high(below), -1)}" opacity=".55"/>${slices.join('')}
  </g>`;
}

/** What is drawn with which file of the font. */
const scripts = ['latin', 'latin-ext'] as const;

const require = createRequire(import.meta.url);
const fonts = Promise.all(
  scripts.map(async (script) => ({
    name: 'Instrument Serif',
    data: await readFile(
      require.resolve(`@fontsource/instrument-serif/files/instrument-serif-${script}-400-normal.woff`),
    ),
    weight: 400 as const,
  })),
);

const ranges = Object.values(require('@fontsource/instrument-serif/unicode.json') as Record<string, string>)
  .flatMap((list) => list.split(','))
  .map((range) => range.replace('U+', '').split('-'))
  .map(([from = '', to = from]) => [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const);

const isDrawn = (character: string) => {
  const point = character.codePointAt(0) ?? 0;
  // What joins emojis lies among the spaces.
  return point !== 0x200d && ranges.some(([from, to]) => point >= from && point <= to);
};

/** A sign that the font lacks, such as an emoji, is left out; words in a script that it lacks are left out as a whole. */
export function drawable(text: string): string {
  const characters = [...text];
  if (characters.some((character) => /\p{L}/u.test(character) && !isDrawn(character))) return '';
  return characters.filter(isDrawn).join('').replace(/ {2,}/g, ' ').trim();
}

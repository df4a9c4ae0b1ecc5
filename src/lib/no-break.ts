/** A longer compound may break at its hyphen: held together, it would tear a hole into a narrow column. */
const LONGEST_WORD_CHARACTERS = 12;

const LETTER = '[\\p{L}\\p{N}]';
/** From the beginning of a word: an attempt at each of its letters takes ten times as long. */
const holdable = new RegExp(`(?<!${LETTER})${LETTER}+(?:[-–]${LETTER}+)+`, 'gu');
const isHeld = (word: string) => word.length <= LONGEST_WORD_CHARACTERS;

/**
 * On a page a word is held together by the style of a span: a no-break hyphen is missing from both fonts, and either of
 * the signs that forbid a break would hide the word from whoever searches for it.
 */
export const HOLD = 'unbroken';

interface TextPart {
  text: string;
  held: boolean;
}

/** No more than this of a title's end is held together: it has to fit onto a line of a small card. */
const LONGEST_END_CHARACTERS = 22;

/** A title whose last two words stay together, so that none of them stands alone. */
export function partsOfTitle(title: string): TextPart[] {
  const [, begin, end = ''] = /^(.+\s)(\S+\s+\S+)$/.exec(title) ?? [];
  return begin && end.length <= LONGEST_END_CHARACTERS
    ? [...partsOf(begin), { text: end, held: true }]
    : partsOf(title);
}

/** A text in parts that alternate between those that may break and those that are held. */
export function partsOf(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: word, index } of text.matchAll(holdable)) {
    if (!isHeld(word)) continue;
    if (index > end) parts.push({ text: text.slice(end, index), held: false });
    parts.push({ text: word, held: true });
    end = index + word.length;
  }
  return end < text.length ? [...parts, { text: text.slice(end), held: false }] : parts;
}

/** The same where there is no style but plain text, as in a picture: nobody searches there. */
export const holdText = (text: string) =>
  partsOf(text)
    .map(({ text, held }) => (held ? text.replace(/[-–]/g, '$&\u2060') : text))
    .join('');

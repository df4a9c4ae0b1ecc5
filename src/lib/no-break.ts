/** A longer compound may break at its hyphen: unbroken it would leave a gap in a narrow column. */
const LONGEST_WORD_CHARACTERS = 12;

const LETTER = '[\\p{L}\\p{N}]';
/** Only from the start of a word: trying each letter takes ten times as long. */
const holdable = new RegExp(`(?<!${LETTER})${LETTER}+(?:[-–]${LETTER}+)+`, 'gu');
const isHeld = (word: string) => word.length <= LONGEST_WORD_CHARACTERS;

/**
 * The class of a span that does not break. A no-break hyphen is missing from both fonts, and a word joiner would hide the
 * word from a search.
 */
export const HOLD = 'unbroken';

interface TextPart {
  text: string;
  held: boolean;
}

/** The longest end of a title that is held together: it has to fit on a line of a small card. */
const LONGEST_END_CHARACTERS = 22;

/** A title whose last two words stay on one line. */
export function breakableTitleParts(title: string): TextPart[] {
  const [, begin, end = ''] = /^(.+\s)(\S+\s+\S+)$/.exec(title) ?? [];
  return begin && end.length <= LONGEST_END_CHARACTERS
    ? [...breakableParts(begin), { text: end, held: true }]
    : breakableParts(title);
}

/** Splits a text into parts that may break and words that are held together. */
export function breakableParts(text: string): TextPart[] {
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

/** The same for plain text in a picture, with word joiners: it is not searched. */
export const holdText = (text: string) =>
  breakableParts(text)
    .map(({ text, held }) => (held ? text.replace(/[-–]/g, '$&\u2060') : text))
    .join('');

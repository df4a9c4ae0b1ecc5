/**
 * Small letters and digits without accents, a space before each word, the same for both engines: what the search looks in.
 * Combining marks go first, because normalizing thousands of them would take seconds.
 */
export const wordsOf = (text: string) =>
  ` ${withoutAccents(withoutAccents(text).normalize('NFKD'))
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()}`;

const withoutAccents = (text: string) => text.replace(/\p{M}+/gu, '');

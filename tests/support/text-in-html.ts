/** Whether HTML says these words, however they are set: with other quotes, in several elements, on two lines. */
export const saysText = (html: string, words: string) => letters(html).includes(letters(words));

const letters = (text: string) => text.replace(/<[^>]*>|&#?\w+;|[^\p{L}\p{N}]/gu, '');

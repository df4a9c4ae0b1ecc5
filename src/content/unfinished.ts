/** Something in a file that its owner has yet to settle. */
export interface Unfinished {
  file: string;
  what: string;
  how: string;
}

export const sentenceOf = ({ file, what, how }: Unfinished): string => `${file}: ${what}; ${how}.`;

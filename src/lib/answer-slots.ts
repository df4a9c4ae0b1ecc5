/**
 * The contact page as the answer to a posted form is built once, with a piece of HTML for each thing that it may show and
 * slots in them. The server only fills in the slots.
 */
export const answerSlots = {
  /** Filled with pieces. */
  answer: slot('answer'),
  form: slot('form'),
  fields: slot('fields'),
  /** Filled with text, within pieces. */
  reference: slot('reference'),
  reason: slot('reason'),
  mail: slot('mail'),
  field: slot('field'),
  sentence: slot('sentence'),
  value: slot('value'),
  message: slot('message'),
  stack: slot('stack'),
} as const;

/** Private-use characters: no text of a page looks like a slot. */
function slot(name: string): string {
  return `\uE000${name}\uE001`;
}

export const SLOT = /\uE000[^\uE001]*\uE001/g;

/** Between these the pieces follow each other, each behind its name. The server removes this part. */
export const STORE_BEGINS = slot('store');
export const STORE_ENDS = slot('/store');
export const pieceMark = (name: string) => slot(`piece ${name}`);
export const PIECE = /\uE000piece ([^\uE001]+)\uE001/;

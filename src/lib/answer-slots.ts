/**
 * The contact page as an answer is built once, with slots and with one piece for each thing that it may show. The server
 * only fills in: a form that is sent wrong a thousand times costs no more than reading it.
 */
export const answerSlots = {
  /** Where pieces go. */
  answer: slot('answer'),
  form: slot('form'),
  fields: slot('fields'),
  /** What goes into pieces. */
  reference: slot('reference'),
  reason: slot('reason'),
  mail: slot('mail'),
  field: slot('field'),
  sentence: slot('sentence'),
  value: slot('value'),
  message: slot('message'),
  stack: slot('stack'),
} as const;

/** Characters that no text has a use for, so that no words of the page can be taken for a slot. */
function slot(name: string): string {
  return `\uE000${name}\uE001`;
}

export const SLOT = /\uE000[^\uE001]*\uE001/g;

/** Where the pieces lie, one after the other, each behind its name. The page is served without this part. */
export const STORE_BEGINS = slot('store');
export const STORE_ENDS = slot('/store');
export const pieceMark = (name: string) => slot(`piece ${name}`);
export const PIECE = /\uE000piece ([^\uE001]+)\uE001/;

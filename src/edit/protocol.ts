/** What the page of the editor and its server say to each other. */

export type Path = readonly (string | number)[];
export type Value = string | number | boolean | null | Value[] | { [key: string]: Value };

export const editPaths = {
  session: '/_edit/session',
  match: '/_edit/match',
  used: '/_edit/used',
  file: '/_edit/file',
  save: '/_edit/save',
  picture: '/_edit/picture',
  history: '/_edit/history',
} as const;

/** What the page hears when there are new words for it. */
export const REDRAW = 'edit:redraw';

/** `was` is what the page showed when somebody began: what is another by now is not overwritten. */
export type Change =
  | { kind: 'set'; file: string; path: Path; value?: Value; was?: Value }
  | { kind: 'add'; file: string; path: Path; at: number; value: Value; was: Value }
  | { kind: 'remove'; file: string; path: Path; at: number; was: Value }
  | { kind: 'move'; file: string; path: Path; at: number; to: number; was: Value }
  /** Words of a text in Markdown; they begin there, unless somebody moved them. */
  | { kind: 'text'; file: string; start: number; value: string; was: string }
  /** One more file of a folder; its name is made of these words. */
  | { kind: 'create'; folder: string; name: string; value: { [key: string]: Value }; body?: string }
  | { kind: 'delete'; file: string }
  /** Another place among the files of its folder. */
  | { kind: 'order'; file: string; to: number }
  /** Another name, and with it another address: the old one leads on to it. */
  | { kind: 'rename'; file: string; to: string };

/** A change as the list of them says it. */
export interface Changed {
  id: number;
  words: string;
  from?: string;
  to?: string;
  isUndone: boolean;
}

export interface History {
  changes: Changed[];
  canUndo: boolean;
  canRedo: boolean;
}

/** The files that were written, and the one to look at. */
export interface Saved {
  file: string;
  history: History;
}

/** 409: somebody else changed it meanwhile. */
export interface Conflict {
  error: string;
  now: Value | undefined;
}

/** What the editor shows to an author about a field. */
export interface Field {
  description: string;
  most?: number;
  least?: number;
  /** One of a few words is chosen beside the page. */
  isTyped: boolean;
}

/** A value that a page shows. */
export interface Shown extends Field {
  file: string;
  /** Its field, as sentences name it. */
  name: string;
  path: Path;
  /** In a text in Markdown: where it begins. */
  start?: number;
  written: string;
  /** What its tokens stand for. */
  tokens: { [token: string]: string };
}

export interface Asked {
  path: string;
  texts: { text: string; isFrame: boolean }[];
}

/** What a text on the page is: the values that say exactly that, the likeliest first, or those that it is made of. */
export interface Match {
  exact: Shown[];
  isSure: boolean;
  madeOf: Shown[];
}

/** A file as the panel shows it. */
export interface Opened {
  file: string;
  value: Value;
  /** The Markdown below its fields. */
  body?: string;
  schema: JsonSchema;
  /** The other files of its folder, in their order. */
  beside: { file: string; title: string }[];
}

/** As much of it as a form needs. */
export interface JsonSchema {
  type?: string;
  description?: string;
  properties?: { [name: string]: JsonSchema };
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  enum?: string[];
  const?: Value;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

/** Of a field that may be left empty, what it holds where it is not. */
export const opened = (schema: JsonSchema): JsonSchema => ({
  ...schema.anyOf?.find(({ type }) => type !== 'null'),
  ...schema,
});

/** What names a value in a list: of a group, the field that says most. */
export function titleOf(value: Value): string {
  if (typeof value !== 'object' || value === null) return String(value ?? '');
  if (Array.isArray(value)) return value.map(titleOf).join(', ');
  const { title, question, heading, name, metric, wording, from, id } = value;
  return String(title ?? question ?? heading ?? name ?? metric ?? wording ?? from ?? id ?? '…');
}

/** The whole with another value at a place; `undefined` takes it away. */
export function withValue(whole: Value | undefined, path: Path, value: Value | undefined): Value {
  const [key, ...rest] = path;
  if (key === undefined) return value ?? null;
  const copy = (Array.isArray(whole) ? [...whole] : { ...(whole as object) }) as { [key: string]: Value };
  if (rest.length === 0 && value === undefined) delete copy[key];
  else copy[key] = withValue(copy[key], rest, value);
  return copy;
}

/** The words of a text, however a page sets them. */
export const plain = (text: string) =>
  text
    .replace(/[\u2060\u00ad\u200b]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

import type { z } from 'astro/zod';
import { fieldName, parseOrExplain } from '../schemas/explain.ts';
import { Mistakes } from './mistakes.ts';
import { mistakeOfText } from './plain-text.ts';
import { fillIn, type Vocabulary } from './vocabulary.ts';
import { placeOf, type Written } from './yaml.ts';

/** The fields of a file with their tokens filled in, or every mistake in them. */
export function parseFields<S extends z.ZodType>(
  file: string,
  { value, lineOf }: Written,
  schema: S,
  words: Vocabulary,
): z.output<S> {
  const place = (path: readonly PropertyKey[]) => placeOf(file, lineOf(path));
  const inTexts: string[] = [];
  const isDraft = (value as { draft?: unknown } | null)?.draft === true;
  const filled = mapTexts(value, (written, path) => {
    const refuse = (found: string) => inTexts.push(`${place(path)}: \`${fieldName(path, value)}\` ${found}`);
    const mistake = mistakeOfText(written, isDraft);
    if (mistake) refuse(mistake);
    return fillIn(written, words, refuse);
  });
  const mistakes = new Mistakes();
  const data = mistakes.attempt(() => parseOrExplain(file, schema, filled, place));
  mistakes.add(inTexts);
  mistakes.throwAny();
  // Still here: there was no mistake, so it was parsed.
  return data as z.output<S>;
}

/** Changes every text in a value, however deep. */
function mapTexts<Value>(value: Value, change: (text: string, path: PropertyKey[]) => string): Value {
  const walk = (inner: unknown, path: PropertyKey[]): unknown => {
    if (typeof inner === 'string') return change(inner, path);
    if (Array.isArray(inner)) return inner.map((item, i) => walk(item, [...path, i]));
    if (typeof inner !== 'object' || inner === null) return inner;
    return Object.fromEntries(Object.entries(inner).map(([key, item]) => [key, walk(item, [...path, key])]));
  };
  // The walk keeps the shape and only rewrites strings.
  return walk(value, []) as Value;
}

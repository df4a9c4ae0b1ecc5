import { z } from 'astro/zod';
import { Mistake } from '../lib/mistake.ts';

/**
 * Parses, or throws a sentence for each mistake: which file, which line if it is known, which field, what was found,
 * what is wanted.
 */
export function parseOrExplain<S extends z.ZodType>(
  file: string,
  schema: S,
  value: unknown,
  placeOf: (path: PropertyKey[]) => string = () => file,
): z.output<S> {
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  const sentences = result.error.issues.flatMap((issue) => explain(schema, value, issue, placeOf));
  // A value may be wrong in two ways, and wanted in one.
  throw new Mistake([...new Set(sentences)].join('\n'));
}

function explain(
  schema: z.ZodType,
  value: unknown,
  issue: z.core.$ZodIssue,
  placeOf: (path: PropertyKey[]) => string,
): string[] {
  if (issue.code === 'unrecognized_keys') {
    const where = issue.path.length > 0 ? ` in \`${fieldName(issue.path, value)}\`` : '';
    const known = fieldsAt(schema, issue.path);
    return issue.keys.map(
      (key) =>
        `${placeOf([...issue.path, key])}: \`${key}\`${where} is not a known field; the fields are ${known.join(', ')}.`,
    );
  }
  const field = issue.path.length > 0 ? `\`${fieldName(issue.path, value)}\`` : 'the whole file';
  const found = valueAt(value, issue.path);
  const state = found === undefined ? 'is missing' : `is ${show(found)}`;
  const wanted =
    issue.code === 'custom' && issue.message !== 'Invalid input'
      ? issue.message
      : wantedAt(schema, issue.path);
  return [`${placeOf(issue.path)}: ${field} ${state}; wanted: ${wanted}.`];
}

/** A field's path as its author would look for it: list items by their id if they have one, otherwise by position. */
export const fieldName = (path: readonly PropertyKey[], value: unknown) =>
  path
    .map((part, i) => {
      if (typeof part !== 'number') return i === 0 ? String(part) : `.${String(part)}`;
      const id = valueAt(value, [...path.slice(0, i + 1), 'id']);
      return `[${typeof id === 'string' ? id : part + 1}]`;
    })
    .join('');

function show(found: unknown): string {
  if (Array.isArray(found)) return `a list of ${found.length}`;
  if (typeof found === 'object' && found !== null) return 'a group of fields';
  if (found === null || found === '') return 'empty';
  const text = String(found).replace(/\s+/g, ' ');
  return `‘${text.length > 60 ? `${text.slice(0, 60)}…` : text}’`;
}

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
    value,
  );

/** Every field is described for its author; the deepest description on the way is what is wanted. */
function wantedAt(schema: z.ZodType, path: PropertyKey[]): string {
  let wanted = schema.description ?? `the fields ${fieldsAt(schema, []).join(', ')}`;
  let inner: z.ZodType | undefined = schema;
  for (const key of path) {
    inner = inner && step(inner, key);
    wanted = inner?.description ?? wanted;
  }
  return wanted;
}

function fieldsAt(schema: z.ZodType, path: PropertyKey[]): string[] {
  const inner = path.reduce<z.ZodType | undefined>((at, key) => at && step(at, key), schema);
  const open = inner && unwrap(inner);
  return open instanceof z.ZodObject ? Object.keys(open.shape) : [];
}

function step(schema: z.ZodType, key: PropertyKey): z.ZodType | undefined {
  const open = unwrap(schema);
  if (open instanceof z.ZodObject) return open.shape[String(key)];
  if (open instanceof z.ZodArray) return open.element as z.ZodType;
  return undefined;
}

function unwrap(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return unwrap(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodPipe) return unwrap(schema.in as z.ZodType);
  return schema;
}

import { z } from 'astro/zod';
import { kindsOfFiles } from '../schemas/kinds.ts';
import { type Field, type JsonSchema, opened, type Path } from './protocol.ts';

/** What the schemas say of each file and field, as forms and their authors need it. */
export function fieldsFor(claimIds: readonly string[], categories: readonly string[]) {
  const kinds = Object.values(kindsOfFiles(claimIds, categories));
  const made = new Map<string, JsonSchema>();
  const schemaOf = (file: string): JsonSchema => {
    const kind = kinds.find(({ files }) => files === file || files === file.replace(/[^/]+(?=\.\w+$)/, '*'));
    if (!kind) throw new Error(`${file}: nothing says what it holds.`);
    const schema = made.get(kind.files) ?? jsonSchemaOf(kind.schema);
    made.set(kind.files, schema);
    return schema;
  };
  const at = (file: string, path: Path) =>
    path.reduce<JsonSchema | undefined>((schema, key) => {
      const open = schema && opened(schema);
      return typeof key === 'number' ? open?.items : open?.properties?.[key];
    }, schemaOf(file));
  return {
    schemaOf,
    fieldAt: (file: string, path: Path): Field => fieldOf(at(file, path) ?? {}),
    orderOf: (file: string, path: Path) => Object.keys(opened(at(file, path) ?? {}).properties ?? {}),
  };
}

const jsonSchemaOf = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { target: 'draft-7', io: 'input', unrepresentable: 'any' }) as JsonSchema;

function fieldOf(schema: JsonSchema): Field {
  const { type = 'string', enum: choices, description = '', minLength, maxLength } = opened(schema);
  return {
    description,
    ...(maxLength !== undefined && { most: maxLength }),
    ...(minLength !== undefined && { least: minLength }),
    isTyped: type === 'string' && choices === undefined,
  };
}

/**
 * Lets an editor complete and explain the fields of content/: writes .vscode/schemas/ and .vscode/settings.json from
 * src/schemas/. With --check it only says whether they are up to date, which `npm run check` asks.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { z } from 'astro/zod';
import { kindsOfFiles } from '../src/schemas/kinds.ts';

const FOLDER = '.vscode/schemas';
/** Stands for values that content/ decides: the ids of claims, the categories of articles. */
const ANY = '…';

export const kinds = kindsOfFiles([ANY], [ANY]);

const isFrontMatter = ({ files }: { files: string }) => files.endsWith('.md');

const jsonSchemaOf = (schema: z.ZodType) =>
  z.toJSONSchema(schema, {
    target: 'draft-7',
    // The fields as an author writes them, before defaults and transformations.
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // Tokens such as {site.name} may be longer than what they stand for.
      delete jsonSchema.maxLength;
      if (jsonSchema.enum?.includes(ANY)) delete jsonSchema.enum;
    },
  });

/** Everything that is generated, by its path. */
function generated(): Map<string, string> {
  const texts = new Map<string, unknown>([['.vscode/settings.json', settings()]]);
  for (const [name, { schema }] of Object.entries(kinds))
    texts.set(`${FOLDER}/${name}.json`, jsonSchemaOf(schema));
  return new Map([...texts].map(([path, value]) => [path, `${JSON.stringify(value, null, 2)}\n`]));
}

/** The YAML extension reads schemas; the Front Matter extension wants the fields of Markdown in its own way. */
function settings() {
  const all = Object.entries(kinds);
  const ofMarkdown = all.filter(([, kind]) => isFrontMatter(kind));
  return {
    'editor.defaultFormatter': 'biomejs.biome',
    'editor.formatOnSave': true,
    'yaml.schemas': Object.fromEntries(
      all
        .filter(([, kind]) => !isFrontMatter(kind))
        .map(([name, { files }]) => [`./${FOLDER}/${name}.json`, files]),
    ),
    'frontMatter.content.pageFolders': ofMarkdown.map(([name, { files }]) => ({
      title: name,
      path: `[[workspace]]/${files.replace('/*.md', '')}`,
      contentTypes: [name],
    })),
    'frontMatter.taxonomy.contentTypes': ofMarkdown.map(([name, { schema }]) => ({
      name,
      pageBundle: false,
      fields: fieldsOf(schema),
    })),
  };
}

function fieldsOf(schema: z.ZodType) {
  const { properties = {}, required = [] } = jsonSchemaOf(schema);
  return Object.entries(properties).map(([name, property]) => {
    const { type, enum: choices, description } = property as z.core.JSONSchema.JSONSchema;
    return {
      name,
      title: name,
      description,
      type: choices ? 'choice' : type === 'boolean' ? 'boolean' : 'string',
      ...(choices && { choices }),
      ...(required.includes(name) && { required: true }),
    };
  });
}

if (import.meta.main) {
  const texts = generated();
  const isCheck = process.argv.includes('--check');
  mkdirSync(FOLDER, { recursive: true });
  const others = readdirSync(FOLDER)
    .map((name) => `${FOLDER}/${name}`)
    .filter((path) => !texts.has(path));
  const stale = [...texts].filter(([path, text]) => !existsSync(path) || readFileSync(path, 'utf8') !== text);
  if (!isCheck) {
    for (const path of others) rmSync(path);
    for (const [path, text] of stale) writeFileSync(path, text);
  } else
    for (const path of [...others, ...stale.map(([path]) => path)]) {
      console.error(`${path} does not match src/schemas/. Run npm run editor-schemas.`);
      process.exitCode = 1;
    }
}

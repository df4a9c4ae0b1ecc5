import { globSync, readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { kinds } from './editor-schemas.ts';

const ROOT = 'tests/other-firm';
const fieldsIn = (file: string) => {
  const text = readFileSync(`${ROOT}/${file}`, 'utf8');
  return parse(/^---\n([\s\S]*?)^---$/m.exec(text)?.[1] ?? text) as object;
};

it('every file of content/ has exactly one schema', () => {
  const files = globSync('content/**/*.{yaml,md}', { cwd: ROOT });
  const known = Object.values(kinds).flatMap(({ files }) => globSync(files, { cwd: ROOT }));
  expect(known.sort()).toEqual(files.sort());
});

it.each(Object.entries(kinds))('%s: its fields are accepted, a misspelt one is not', (name, { files }) => {
  const schema = JSON.parse(readFileSync(`.vscode/schemas/${name}.json`, 'utf8')) as object;
  const accepts = new Ajv({ strict: false, validateFormats: false }).compile(schema);
  for (const file of globSync(files, { cwd: ROOT })) {
    const fields = fieldsIn(file);
    expect(accepts(fields), JSON.stringify([file, accepts.errors])).toBe(true);
    const misspelt = Array.isArray(fields) ? [{ ...fields[0], ttile: '' }] : { ...fields, ttile: '' };
    expect(accepts(misspelt), file).toBe(false);
    expect(accepts.errors).toContainEqual(expect.objectContaining({ keyword: 'additionalProperties' }));
  }
});

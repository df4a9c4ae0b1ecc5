import { readFileSync } from 'node:fs';

/** The statements that make a store as an earlier version of this program wrote it, on the embedded engine or on the other. */
export function oldStore(version: 3 | 5, isSqlite: boolean): string[] {
  const text = readFileSync(new URL(`schema-${version}.sql`, import.meta.url), 'utf8');
  const search = isSqlite
    ? "CREATE VIRTUAL TABLE enquiry_search USING fts5(words, tokenize = ascii, prefix = '1 2', detail = none)"
    : 'CREATE TABLE enquiry_search (id BIGINT PRIMARY KEY, words TSVECTOR NOT NULL)';
  return `${text}${version === 5 ? search : ''}`
    .replaceAll(' WITHOUT ROWID', isSqlite ? ' WITHOUT ROWID' : '')
    .replace(/^--.*$/gm, '')
    .split(';')
    .filter((statement) => statement.trim() !== '');
}

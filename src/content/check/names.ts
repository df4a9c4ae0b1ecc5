import { extname } from 'node:path';
import { Mistake } from '../../lib/mistake.ts';
import { type Dated, isPublished } from '../../lib/publication.ts';
import { slug } from '../../schemas/fields.ts';

interface Named {
  id: string;
  file: string;
}

/** The name of a file as a part of an address. */
export function idOf(id: string, file: string): string {
  if (slug.safeParse(id).success) return id;
  const likely = id
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  const example = likely ? `, such as ${likely}${extname(file)}` : '';
  throw new Mistake(
    `${file}: the name of the file becomes an address; wanted: ${slug.description}${example}.`,
  );
}

/** In a file that is a list. */
export const repeatedIds = (entries: Named[]): string[] =>
  repeated(
    entries,
    ({ id }) => id,
    ({ id, file }) => `${file}: the \`id\` ‘${id}’ is used twice; wanted: a different id for each item.`,
  ).slice(0, 1);

export const repeatedNames = (entries: Named[]): string[] =>
  repeated(
    entries,
    ({ id }) => id,
    ({ file }, first) =>
      `${file}: apart from the number in front, it has the same name as ${first.file}; wanted: another name.`,
  ).slice(0, 1);

const labelOf = ({ data }: { data: { title: string; shortTitle?: string | undefined } }) =>
  data.shortTitle ?? data.title;

/** The footer names each service by its short name: two of one name would lead to two places. */
export const repeatedLabels = (services: (Named & Parameters<typeof labelOf>[0])[]): string[] =>
  repeated(
    services,
    labelOf,
    (service, first) =>
      `${service.file}: its name in the footer is ‘${labelOf(service)}’, like that of ${first.file}; wanted: a different \`title\` or \`shortTitle\`.`,
  );

/** The newest featured article opens the list, so a scheduled one replaces the present one automatically. */
export const noneFeatured = (posts: { data: Dated & { featured: boolean } }[], asOf: number): string[] =>
  posts.some(({ data }) => data.featured && isPublished(data, asOf))
    ? []
    : ['content/posts: no published article has `featured: true`; wanted: at least one.'];

function repeated<E>(entries: E[], keyOf: (entry: E) => string, tell: (entry: E, first: E) => string) {
  const first = new Map<string, E>();
  return entries.flatMap((entry) => {
    const other = first.get(keyOf(entry));
    if (other) return [tell(entry, other)];
    first.set(keyOf(entry), entry);
    return [];
  });
}

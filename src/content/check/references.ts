import type { Collected, Entry } from '../entries.ts';
import type { ContentFiles } from '../read-files.ts';
import { placeOf } from '../yaml.ts';

type Read = Record<
  'pages' | 'services' | 'case-studies' | 'faq' | 'people' | 'posts',
  Collected<Entry<unknown>>
>;

/** A sentence for each name of a thing that is not there. Names in files that failed to parse are not reported. */
export function missingReferences(
  { pages, services, faq, people, posts, ...read }: Read,
  files: ContentFiles,
  picturesIn: (folder: string) => string[],
): string[] {
  const studies = read['case-studies'];
  // The words that all pages share hold no references.
  const screens = pages.entries.filter(({ id }) => id !== 'shared');
  const missing = (
    entries: Entry<unknown>[],
    key: string,
    { entries: known, isWhole }: Collected<{ id: string }>,
    where: string,
  ) => {
    if (!isWhole) return [];
    const ids = known.map(({ id }) => id);
    return entries.flatMap(({ file, data }) =>
      referencesIn(data, key)
        .filter(({ name }) => !ids.includes(name))
        .map(
          ({ path, name }) =>
            `${placeOf(file, files.lineOf(file, path))}: \`${path.join('.')}\` is ‘${name}’; wanted: the name of one in ${where} (${ids.join(', ') || 'there is none'}).`,
        ),
    );
  };
  const pictures = (folder: string) => ({
    entries: picturesIn(folder).map((id) => ({ id })),
    isWhole: true,
  });
  // Without case studies, pages leave out what refers to one.
  const ofStudies = studies.entries.length > 0 ? [...screens, ...services.entries] : [];
  return [
    ...missing(screens, 'question', faq, 'content/faq.yaml'),
    ...missing(ofStudies, 'study', studies, 'content/case-studies'),
    ...missing([...studies.entries, ...people.entries], 'practice', services, 'content/services'),
    ...missing(posts.entries, 'author', people, 'content/people'),
    ...missing(posts.entries, 'cover', pictures('content/posts'), 'content/posts'),
    ...missing(people.entries, 'portrait', pictures('content/people'), 'content/people'),
  ];
}

/** Every text under the key, however deep. */
function referencesIn(value: unknown, key: string, path: string[] = []): { path: string[]; name: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([field, inner]) => {
    const at = [...path, field];
    return field === key && typeof inner === 'string'
      ? [{ path: at, name: inner }]
      : referencesIn(inner, key, at);
  });
}

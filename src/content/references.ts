import { isReadable, Mistake, readable } from '../lib/mistake.ts';
import type { Entry, readContent } from './read.ts';

type Content = Pick<
  ReturnType<typeof readContent>,
  'pages' | 'services' | 'case-studies' | 'faq' | 'people' | 'posts'
>;

/** What one file calls by name in another has to be there. Of what cannot be read, nobody can say that it is not. */
export function checkReferences(
  content: Content,
  picturesIn: (folder: string) => string[],
  placeOf: (file: string, path: PropertyKey[]) => string,
): void {
  const studies = readable<Entry<unknown>>(content['case-studies']);
  // The words that all pages share name nothing of one.
  const pages = readable(content.pages).filter(({ id }) => id !== 'shared');
  const missing = (
    entries: Entry<unknown>[],
    key: string,
    read: () => readonly { id: string }[],
    where: string,
  ) => {
    if (!isReadable(read)) return [];
    const ids = read().map(({ id }) => id);
    return entries.flatMap(({ file, data }) =>
      namesIn(data, key)
        .filter(({ name }) => !ids.includes(name))
        .map(
          ({ path, name }) =>
            `${placeOf(file, path)}: \`${path.join('.')}\` is ‘${name}’; wanted: the name of one in ${where} (${ids.join(', ') || 'there is none'}).`,
        ),
    );
  };
  const pictures = (folder: string) => () => picturesIn(folder).map((id) => ({ id }));
  const sentences = [
    ...missing(pages, 'question', content.faq, 'content/faq.yaml'),
    // A firm without case studies has no door to one, whatever a page asks for.
    ...(studies.length > 0 ? missing(pages, 'study', content['case-studies'], 'content/case-studies') : []),
    ...(studies.length > 0
      ? missing(
          readable<Entry<unknown>>(content.services),
          'study',
          content['case-studies'],
          'content/case-studies',
        )
      : []),
    ...missing(studies, 'practice', content.services, 'content/services'),
    ...missing(readable(content.posts), 'author', content.people, 'content/people'),
    ...missing(readable(content.posts), 'cover', pictures('content/posts'), 'content/posts'),
    ...missing(readable(content.people), 'portrait', pictures('content/people'), 'content/people'),
  ];
  if (sentences.length > 0) throw new Mistake(sentences.join('\n'));
}

/** Every text under the key, however deep. */
function namesIn(value: unknown, key: string, path: string[] = []): { path: string[]; name: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([field, inner]) => {
    const at = [...path, field];
    return field === key && typeof inner === 'string' ? [{ path: at, name: inner }] : namesIn(inner, key, at);
  });
}

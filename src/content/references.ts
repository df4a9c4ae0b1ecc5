import { Mistake } from '../lib/mistake.ts';
import type { Entry, readContent } from './read.ts';

type Content = Pick<ReturnType<typeof readContent>, 'pages' | 'services' | 'case-studies' | 'faq' | 'people'>;

/** What one file calls by name in another has to be there. */
export function checkReferences(content: Content, portraits: string[]): void {
  const studies = content['case-studies']();
  const questions = content.faq();
  const services = content.services();
  // The words that all pages share name nothing of one.
  const pages = content.pages().filter(({ id }) => id !== 'shared');
  const sentences = [
    ...missing(pages, 'question', questions, 'content/faq.yaml'),
    // A firm without case studies has no door to one, whatever a page asks for.
    ...(studies.length > 0 ? missing(pages, 'study', studies, 'content/case-studies') : []),
    ...missing(studies, 'practice', services, 'content/services'),
    ...missing(
      content.people(),
      'portrait',
      portraits.map((id) => ({ id })),
      'content/people',
    ),
  ];
  if (sentences.length > 0) throw new Mistake(sentences.join('\n'));
}

function missing(entries: Entry<unknown>[], key: string, targets: { id: string }[], where: string): string[] {
  const ids = targets.map(({ id }) => id);
  return entries.flatMap(({ file, data }) =>
    namesIn(data, key)
      .filter(({ name }) => !ids.includes(name))
      .map(
        ({ path, name }) =>
          `${file}: \`${path}\` is ‘${name}’; wanted: the name of one in ${where} (${ids.join(', ') || 'there is none'}).`,
      ),
  );
}

/** Every text under the key, however deep. */
function namesIn(value: unknown, key: string, path = ''): { path: string; name: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([field, inner]) => {
    const at = path ? `${path}.${field}` : field;
    return field === key && typeof inner === 'string' ? [{ path: at, name: inner }] : namesIn(inner, key, at);
  });
}

import { LineCounter, type Node, parseDocument, type Scalar, visit } from 'yaml';
import { Mistake } from '../lib/mistake.ts';

/** The value of a YAML text, and the line of each field in its file. */
export interface Written {
  value: unknown;
  lineOf: LineOf;
}

/** The line of a field, or of the group that it is missing from; none for the whole file. */
type LineOf = (path: readonly PropertyKey[]) => number | undefined;

/** The place of a field as a sentence begins: the file, and the line if it is known. */
export const placeOf = (file: string, line: number | undefined) =>
  line === undefined ? file : `${file}: line ${line}`;

/** Parses YAML, or throws a sentence for each value that would be published differently from what its author sees. */
export function readYaml(file: string, text: string, firstLine = 1): Written {
  const lines = new LineCounter();
  const lineAt = (offset: number) => firstLine + lines.linePos(offset).line - 1;
  const document = parseDocument(text, { lineCounter: lines });
  // Only the first error: the others follow from it.
  const [error] = document.errors;
  if (error) throw new Mistake(`${file}: line ${lineAt(error.pos[0])} is not valid YAML; wanted: ${QUOTED}.`);
  const sentences: string[] = [];
  visit(document, {
    Scalar: (key, node) => {
      const mistake = key === 'key' ? undefined : misreading(node, text);
      if (mistake) sentences.push(`${file}: line ${lineAt(node.range?.[0] ?? 0)} ${mistake}.`);
    },
    // A leading asterisk makes a value an alias in YAML.
    Alias: (_, node) => {
      sentences.push(
        `${file}: line ${lineAt(node.range?.[0] ?? 0)} has a value that begins with an asterisk; wanted: ${QUOTED}.`,
      );
    },
  });
  if (sentences.length > 0) throw new Mistake(sentences.join('\n'));
  return {
    value: document.toJS(),
    lineOf: (path) => {
      for (let depth = path.length; depth > 0; depth -= 1) {
        const node = document.getIn(path.slice(0, depth), true) as Node | undefined;
        if (node?.range) return lineAt(node.range[0]);
      }
      return undefined;
    },
  };
}

const QUOTED = '`field: value`, with quotes around a value that holds a colon or begins with a sign';

/** How YAML misreads a value without quotes. */
function misreading({ type, range, source = '' }: Scalar, text: string): string | undefined {
  if (type !== 'PLAIN') return undefined;
  // A space and # end the value and begin a comment.
  if (range && /^[ \t]+#/.test(text.slice(range[1])))
    return 'has a # after its value, so the rest of the line would not be published; wanted: quotes around the value, or a separate line for a note';
  // Some editors and phones turn straight quotes into curly ones.
  if (/^(“[^“”]*”|„[^„“]*“|‘[^‘]*’)$/.test(source))
    return 'has curly quotes around its value, which would be published with it; wanted: straight ones (") or none';
  return undefined;
}

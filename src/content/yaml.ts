import { LineCounter, type Node, parseDocument, type Scalar, visit } from 'yaml';
import { Mistake } from '../lib/mistake.ts';

/** What a text in YAML says, and in which line of its file each field stands. */
export interface Written {
  value: unknown;
  lineOf: LineOf;
}

/** The line of a field, or of the group that it is missing from; none for the whole file. */
type LineOf = (path: readonly PropertyKey[]) => number | undefined;

/** The place of a field as a sentence begins: the file, and the line if it is known. */
export const placeOf = (file: string, line: number | undefined) =>
  line === undefined ? file : `${file}: line ${line}`;

/** Reads it, or throws each thing that would not be published as its author sees it. */
export function readYaml(file: string, text: string, firstLine = 1): Written {
  const lines = new LineCounter();
  const lineAt = (offset: number) => firstLine + lines.linePos(offset).line - 1;
  const document = parseDocument(text, { lineCounter: lines });
  // The first one alone: others are what the parser makes of the lines that follow.
  const [error] = document.errors;
  if (error) throw new Mistake(`${file}: line ${lineAt(error.pos[0])} is not valid YAML; wanted: ${QUOTED}.`);
  const sentences: string[] = [];
  visit(document, {
    Scalar: (key, node) => {
      const mistake = key === 'key' ? undefined : misreading(node, text);
      if (mistake) sentences.push(`${file}: line ${lineAt(node.range?.[0] ?? 0)} ${mistake}.`);
    },
    // An asterisk in front of a word makes it a reference to something that was never named.
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

/** What a value without quotes would lose or keep against its author's intention. */
function misreading({ type, range, source = '' }: Scalar, text: string): string | undefined {
  if (type !== 'PLAIN') return undefined;
  // A space and # end such a value: what stands behind them would not be published.
  if (range && /^[ \t]+#/.test(text.slice(range[1])))
    return 'has a # after its value, so the rest of the line would not be published; wanted: quotes around the value, or a separate line for a note';
  // Some editors and phones bend the quotes that were meant for YAML.
  if (/^(“[^“”]*”|„[^„“]*“|‘[^‘]*’)$/.test(source))
    return 'has curly quotes around its value, which would be published with it; wanted: straight ones (") or none';
  return undefined;
}

/** As wide as the lines of content/ are. */
const WIDTH = 120;

/** The lines of a folded value: an empty line stands for each end of a line that the value holds. */
export const fold = (value: string, indent: string): string =>
  value
    .split('\n')
    .map((paragraph) => fill(paragraph, indent).join('\n'))
    .join('\n\n');

/**
 * The lines of a folded value after a change: as they were up to the first word that differs and from where they are the
 * same again, so that a change of one word changes few lines.
 */
export function foldAgain(before: string, value: string, indent: string, column = indent.length): string {
  if (/\n\s*\n/.test(before) || value.includes('\n'))
    return fold(value, indent).slice(indent.length - column);
  const old = before.split('\n').map((line) => line.trim());
  const lines: string[] = [];
  let rest = value;
  const take = (line: string) => {
    lines.push(line);
    rest = rest.slice(line.length + 1);
  };
  while (rest.startsWith(`${old[lines.length]} `)) take(old[lines.length] as string);
  while (rest !== '') {
    const same = old.findIndex((_, i) => i > 0 && old.slice(i).join(' ') === rest);
    if (same > 0) {
      lines.push(...old.slice(same));
      break;
    }
    const margin = lines.length === 0 ? ' '.repeat(column) : indent;
    take((fill(rest, margin)[0] as string).slice(margin.length));
  }
  // Where the first line stands behind its name, it has no margin of its own.
  return lines.map((line, i) => (i === 0 && column !== indent.length ? line : indent + line)).join('\n');
}

/** The words of a paragraph in lines as long as they may be. Two spaces belong together: a line may not end in them. */
function fill(paragraph: string, indent: string): string[] {
  const lines: string[] = [];
  for (const word of paragraph.split(/(?<! ) (?! )/)) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= WIDTH)
      lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(indent + word);
  }
  return lines;
}

/** A part of docs/benchmarks.md; each promise is a line of it. */
export const part = (title: string, ...paragraphs: string[]) => [`## ${title}`, ...paragraphs].join('\n\n');

export const BROKEN = '- NOT KEPT';
export const least = (what: string, figure: number, limit: number) =>
  `${figure >= limit ? '- kept' : BROKEN}: ${what}: ${figure.toFixed(2)} (at least ${limit})`;
export const most = (what: string, figure: number, limit: number) =>
  `${figure <= limit ? '- kept' : BROKEN}: ${what}: ${figure.toFixed(2)} (at most ${limit})`;

export function table(head: string, rows: (string | number)[][]): string {
  const titles = head.split(', ');
  const line = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`;
  return [line(titles), line(titles.map((_, i) => (i === 0 ? '---' : '--:'))), ...rows.map(line)].join('\n');
}

export const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

export const thousands = (value: number) => Math.round(value).toLocaleString('en');

/** A part of docs/benchmarks.md, and the promises that it did not keep. */
export interface Part {
  text: string;
  broken: string[];
}

export interface Promised {
  what: string;
  figure: number;
  limit: number;
  /** Whether the figure has to reach the limit or to stay below it. */
  least: boolean;
}

export function part(title: string, paragraphs: string[], promises: Promised[]): Part {
  const kept = ({ figure, limit, least }: Promised) => (least ? figure >= limit : figure <= limit);
  const lines = promises.map((promise) => {
    const { what, figure, limit, least } = promise;
    return `- ${kept(promise) ? 'kept' : 'NOT KEPT'}: ${what} ${figure.toFixed(2)} (${least ? 'at least' : 'at most'} ${limit})`;
  });
  return {
    text: [`## ${title}`, ...paragraphs, lines.join('\n')].filter(Boolean).join('\n\n'),
    broken: lines.filter((_, i) => !kept(promises[i] as Promised)),
  };
}

/** What was not measured is not kept. */
export const notMeasured = (title: string, lacking: string): Part => ({
  text: `## ${title}\n\nNot measured. ${lacking}`,
  broken: [lacking],
});

export function table(head: string[], rows: (string | number)[][]): string {
  const line = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`;
  const rule = head.map((_, i) => (i === 0 ? '---' : '--:'));
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return ((sorted[middle] ?? 0) + (sorted[sorted.length - 1 - middle] ?? 0)) / 2;
}

export const thousands = (value: number) => Math.round(value).toLocaleString('en');

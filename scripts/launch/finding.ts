import { onOneLine } from '../../src/lib/visible.ts';

/** One thing that a live site needs, and its state. */
export interface Finding {
  state: 'done' | 'open' | 'warning';
  what: string;
  where: string;
  how?: string;
}

export const done = (what: string, where: string): Finding => finding('done', what, where);
export const open = (what: string, where: string, how: string): Finding => finding('open', what, where, how);
export const warning = (what: string, where: string, how: string): Finding =>
  finding('warning', what, where, how);

/** Strips control characters: a part may be what a server, a resolver or a mail server said. */
const finding = (state: Finding['state'], what: string, where: string, how?: string): Finding => ({
  state,
  what: onOneLine(what),
  where: onOneLine(where),
  ...(how !== undefined && { how: onOneLine(how) }),
});

/** Shortens what another machine said. */
export function shortened(text: string): string {
  const line = onOneLine(text);
  return line.length > MOST_CHARACTERS ? `${line.slice(0, MOST_CHARACTERS)}…` : line;
}
const MOST_CHARACTERS = 600;

export const messageOf = (error: unknown) =>
  shortened(error instanceof Error ? error.message : String(error));

/** Open findings first. */
export function findingsTable(findings: Finding[]): string {
  const states = ['open', 'warning', 'done'] as const;
  const sorted = states.flatMap((state) => findings.filter((finding) => finding.state === state));
  const width = Math.max(...sorted.map(({ where }) => where.length));
  const lines = sorted.flatMap(({ state, what, where, how }, i) => {
    const line = `${state.padEnd(8)} ${where.padEnd(width)}  ${what}`;
    // Advice for several findings is printed once, below the last of them.
    return how && how !== sorted[i + 1]?.how ? [line, `${' '.repeat(width + 11)}${how}`] : [line];
  });
  const count = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length;
  return `${lines.join('\n')}\n\n${states.map((state) => `${count(state)} ${state}`).join(', ')}`;
}

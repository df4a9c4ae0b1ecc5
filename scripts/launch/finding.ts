import { onOneLine } from '../../src/lib/visible.ts';

/** One thing that a live site needs, and how it stands. */
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

/** All of it is cleaned here: a part may be what a server, a resolver or a mail server said. */
const finding = (state: Finding['state'], what: string, where: string, how?: string): Finding => ({
  state,
  what: onOneLine(what),
  where: onOneLine(where),
  ...(how !== undefined && { how: onOneLine(how) }),
});

/** What another machine said, which may be as much as it likes. */
export function told(text: string): string {
  const line = onOneLine(text);
  return line.length > LONGEST_TOLD ? `${line.slice(0, LONGEST_TOLD)}…` : line;
}
const LONGEST_TOLD = 600;

export const messageOf = (error: unknown) => told(error instanceof Error ? error.message : String(error));

/** What is open first: the rest is read once it is gone. */
export function table(findings: Finding[]): string {
  const states = ['open', 'warning', 'done'] as const;
  const sorted = states.flatMap((state) => findings.filter((finding) => finding.state === state));
  const width = Math.max(...sorted.map(({ where }) => where.length));
  const lines = sorted.flatMap(({ state, what, where, how }, i) => {
    const line = `${state.padEnd(8)} ${where.padEnd(width)}  ${what}`;
    // What helps against several is said once, below the last of them.
    return how && how !== sorted[i + 1]?.how ? [line, `${' '.repeat(width + 11)}${how}`] : [line];
  });
  const count = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length;
  return `${lines.join('\n')}\n\n${states.map((state) => `${count(state)} ${state}`).join(', ')}`;
}

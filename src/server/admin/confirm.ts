import { createInterface } from 'node:readline/promises';
import { Mistake } from '../../lib/mistake.ts';
import { Failure } from './failure.ts';

interface Terminal {
  input: NodeJS.ReadableStream & { isTTY?: boolean };
  output: NodeJS.WritableStream;
}

/** Goes on only when the owner agrees: by --yes, or by typing it. `otherwise` says what is left as it was. */
export async function confirm(
  { question, otherwise, yes }: { question: string; otherwise: string; yes: boolean | undefined },
  { input, output }: Terminal = { input: process.stdin, output: process.stdout },
): Promise<void> {
  if (yes) return;
  if (!input.isTTY)
    throw new Mistake(`${otherwise} There is no terminal to ask at; add --yes if that is what you want.`);
  const lines = createInterface({ input, output });
  // The end of the input (Ctrl-D) and Ctrl-C answer nothing, which is a no.
  const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
  const answer = await Promise.race([
    lines.question(`${question} Type yes to go on: `).catch(() => ''),
    ended,
  ]);
  lines.close();
  if (!/^y(es)?$/i.test(answer.trim())) throw new Failure(otherwise);
}

import { createInterface } from 'node:readline/promises';
import { Mistake } from '../../lib/mistake.ts';
import { Failure } from './failure.ts';

interface Question {
  question: string;
  /** What stays as it was. */
  otherwise: string;
  yes: boolean | undefined;
}

/** Goes on only when the owner agrees: by --yes, or by typing it. */
export async function confirm({ question, otherwise, yes }: Question): Promise<void> {
  if (yes) return;
  if (!process.stdin.isTTY)
    throw new Mistake(`${otherwise} There is no terminal to ask at; add --yes if that is what you want.`);
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  // The end of the input (Ctrl-D) and Ctrl-C answer nothing, which is a no.
  const ended = new AbortController();
  lines.once('close', () => ended.abort());
  const answer = await lines
    .question(`${question} Type yes to go on: `, { signal: ended.signal })
    .catch(() => '');
  lines.close();
  if (!/^y(es)?$/i.test(answer.trim())) throw new Failure(otherwise);
}

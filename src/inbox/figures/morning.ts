import type { Figures, Overview } from '../../lib/inbox.ts';
import { inWords, sentenceCase } from '../words.ts';

/** The state of things in a sentence or two: what is new, and whether anybody waits too long. */
export function morning({ counts }: Overview, { answers, promised }: Figures): string {
  const arrived =
    counts.new === 0
      ? 'Nothing new.'
      : `${sentenceCase(inWords(counts.new))} new ${counts.new === 1 ? 'enquiry' : 'enquiries'}.`;
  if (answers.overdue === 0) return `${arrived} Nobody waits longer than promised.`;
  const who = answers.overdue === 1 ? 'One has' : `${sentenceCase(inWords(answers.overdue))} have`;
  return `${arrived} ${who} waited over ${inWords(promised / 24)} working days.`;
}

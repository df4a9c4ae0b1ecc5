import type { Vocabulary } from './vocabulary.ts';

/**
 * Leaves out each paragraph and each line of a list that names something which the owner has not filled in: a legal text
 * must read as if it had been written for this firm. One that begins with {without …} stands only where that is missing.
 */
export function leaveOutMissing(text: string, words: Vocabulary): string {
  const isMissing = (name: string) => words.get(name) === '';
  const keep = (block: string) => {
    const [, without] = /^\{without (legal\.\w+)\}/.exec(block) ?? [];
    if (without) return isMissing(without);
    return ![...block.matchAll(/\{(legal\.\w+)\}/g)].some(([, name = '']) => isMissing(name));
  };
  return text
    .split(/\n{2,}/)
    .map((paragraph) => (paragraph.startsWith('- ') ? paragraph.split(/\n(?=- )/) : [paragraph]))
    .map((blocks) => blocks.filter(keep).join('\n'))
    .filter(Boolean)
    .join('\n\n')
    .replace(/^\{without legal\.\w+\} /gm, '');
}

import type { Vocabulary } from './vocabulary.ts';

/**
 * Leaves out each paragraph and each line of a list that names something which the owner has not filled in or turned on:
 * a legal text must read as if it had been written for this firm. One that begins with {without …} stands only where that
 * is missing; one that begins with {with …} only where it is there, and need not name it again.
 */
export function leaveOutMissing(text: string, words: Vocabulary): string {
  const isMissing = (name: string) => words.get(name) === '';
  const keep = (block: string) => {
    const [, mark, marked = ''] = MARK.exec(block) ?? [];
    if (mark) return mark === 'with' ? Boolean(words.get(marked)) : isMissing(marked);
    return ![...block.matchAll(TOKEN)].some(([, name = '']) => isMissing(name));
  };
  return text
    .split(/\n{2,}/)
    .map((paragraph) => (paragraph.startsWith('- ') ? paragraph.split(/\n(?=- )/) : [paragraph]))
    .map((blocks) => blocks.filter(keep).join('\n'))
    .filter(Boolean)
    .join('\n\n')
    .replace(new RegExp(MARK, 'gm'), '');
}

const MARK = /^\{(with|without) ((?:legal|count)\.\w+)\} /;
const TOKEN = /\{((?:legal|count)\.\w+)\}/g;

import type { Vocabulary } from './vocabulary.ts';

/**
 * Leaves out each paragraph and list item with a token that is empty because the owner has not filled it in or turned it
 * on. A paragraph that begins with `{with legal.x}` is kept only if that token has words, one that begins with
 * `{without legal.x}` only if it is empty.
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

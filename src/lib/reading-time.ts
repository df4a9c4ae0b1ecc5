const WORDS_PER_MINUTE = 200;

/** '8 min read', from the words of a Markdown text. */
export function readingTime(markdown: string): string {
  const words = markdown.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}’'–-]*/gu)?.length ?? 0;
  return `${Math.max(1, Math.ceil(words / WORDS_PER_MINUTE))} min read`;
}

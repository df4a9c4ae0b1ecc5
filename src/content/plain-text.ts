/** Markup or a placeholder in a text that is published as it is written, and what is wanted instead. */
export function mistakeOfText(text: string, isDraft = false): string | undefined {
  const [tag] = /<\/?[a-z][^<>]*>/i.exec(text) ?? [];
  if (tag) return `holds ‘${tag}’, which would be published as it is written; wanted: plain text.`;
  const [mark] = /\*\*[^*]+\*\*|\[[^\]]+\]\([^)\s]+\)/.exec(text) ?? [];
  if (mark) return `holds ‘${mark}’, which would be published as it is written; wanted: plain text.`;
  const [note] = (isDraft ? undefined : UNFINISHED.exec(text)) ?? [];
  return note && `holds ‘${note}’; wanted: a text that is finished, or \`draft: true\` in an article.`;
}

/** Placeholders for text to be written later. */
export const UNFINISHED = /\b(?:TODO|TBD|FIXME|[Ll]orem ipsum)\b/;

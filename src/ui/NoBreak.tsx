import { breakableParts, breakableTitleParts, HOLD } from '../lib/no-break.ts';

/** Words that break between lines where a reader would pause, and never inside ‘e-mail’. */
export function NoBreak({ text, isTitle = false }: { text: string; isTitle?: boolean }) {
  return (isTitle ? breakableTitleParts(text) : breakableParts(text)).map(({ text, held }, i) =>
    held ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a text is never put in another order
      <span key={i} className={HOLD}>
        {text}
      </span>
    ) : (
      text
    ),
  );
}

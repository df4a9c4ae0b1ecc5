import { HOLD, partsOf } from '../lib/no-break.ts';

/** Words that break between lines where a reader would pause, and never inside ‘New Zealand’ or ‘e-mail’. */
export function NoBreak({ text }: { text: string }) {
  return partsOf(text).map(({ text, held }, i) =>
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

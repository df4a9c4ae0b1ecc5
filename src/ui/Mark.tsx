import { markPaths } from '../lib/mark.ts';

/** The logo mark: a disc whose lower half is its own reflection. */
export function Mark() {
  return (
    <svg className="size-8 shrink-0" viewBox="0 0 32 32" aria-hidden="true">
      <path className="fill-brand" d={markPaths.form} />
      <path className="fill-brand opacity-60" d={markPaths.reflection} />
    </svg>
  );
}

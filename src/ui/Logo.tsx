import { logoPaths } from '../drawing/logo.ts';

/** The logo mark: a disc whose lower half is its own reflection. */
export function Logo() {
  return (
    <svg className="size-8 shrink-0" viewBox="0 0 32 32" aria-hidden="true">
      <path className="fill-brand" d={logoPaths.form} />
      <path className="fill-brand opacity-60" d={logoPaths.reflection} />
    </svg>
  );
}

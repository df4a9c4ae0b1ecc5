import { TRAP_FIELD } from '../../lib/enquiry.ts';

/** A field that no person sees. A value in it is a sign of spam. */
export function Trap({ label }: { label: string }) {
  return (
    <div className="sr-only" aria-hidden="true">
      <label>
        {label}
        <input type="text" name={TRAP_FIELD} tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}

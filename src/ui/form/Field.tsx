import type { ComponentProps } from 'react';

interface Props {
  name: string;
  label: string;
  /** Beside the label of an optional field. */
  optional?: string | undefined;
  hint?: string | undefined;
  error?: string | undefined;
  control:
    | ({ kind: 'input' } & ComponentProps<'input'>)
    | ({ kind: 'textarea' } & ComponentProps<'textarea'>);
}

/** Label, hint, error and control, wired together once. */
export function Field({ name, label, optional, hint, error, control }: Props) {
  const describedBy = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ');
  const wiring = {
    id: name,
    name,
    className: 'control',
    'aria-invalid': error ? true : undefined,
    'aria-describedby': describedBy || undefined,
  };
  return (
    <div className="field">
      <label htmlFor={name}>
        {label}
        {optional && <span className="font-normal text-soft">{` (${optional})`}</span>}
      </label>
      {hint && (
        <p id={`${name}-hint`} className="text-sm text-soft">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${name}-error`} className="field-error">
          {error}
        </p>
      )}
      <Control control={control} wiring={wiring} />
    </div>
  );
}

function Control({ control, wiring }: { control: Props['control']; wiring: Record<string, unknown> }) {
  if (control.kind === 'textarea') {
    const { kind: _, ...rest } = control;
    return <textarea {...rest} {...wiring} />;
  }
  const { kind: _, ...rest } = control;
  return <input {...rest} {...wiring} />;
}

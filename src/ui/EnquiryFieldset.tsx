import { type Enquiry, type EnquiryField, limits, TRAP_FIELD } from '../lib/enquiry.ts';
import { Field } from './Field.tsx';

interface Words {
  fields: Record<EnquiryField | 'emailHint' | 'messageHint', string>;
  optional: string;
  trap: string;
}

interface Props {
  words: Words;
  values?: Enquiry | undefined;
  errors: Partial<Record<EnquiryField, string>>;
  onLeave: (field: EnquiryField, value: string) => void;
}

/** The five fields of the contact form. */
export function EnquiryFieldset({ words, values, errors, onLeave }: Props) {
  const shared = (field: EnquiryField) => ({
    defaultValue: values?.[field],
    onBlur: (event: { currentTarget: { value: string } }) => onLeave(field, event.currentTarget.value),
  });
  const text = (field: 'firstName' | 'lastName' | 'company', autoComplete: string) => (
    <Field
      name={field}
      label={words.fields[field]}
      optional={words.optional}
      error={errors[field]}
      control={{ kind: 'input', autoComplete, maxLength: limits.name, ...shared(field) }}
    />
  );
  return (
    <div className="fields">
      {text('firstName', 'given-name')}
      {text('lastName', 'family-name')}
      <Field
        name="email"
        label={words.fields.email}
        hint={words.fields.emailHint}
        error={errors.email}
        control={{
          kind: 'input',
          type: 'email',
          inputMode: 'email',
          autoComplete: 'email',
          required: true,
          ...shared('email'),
        }}
      />
      {text('company', 'organization')}
      <Field
        name="message"
        label={words.fields.message}
        hint={words.fields.messageHint}
        error={errors.message}
        control={{ kind: 'textarea', rows: 6, required: true, ...shared('message') }}
      />
      <label className="sr-only" aria-hidden="true">
        {words.trap}
        <input name={TRAP_FIELD} tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}

import { type EnquiryField, fieldRules } from '../../lib/enquiry.ts';
import { Field } from './Field.tsx';

export interface EnquiryWords {
  fields: Record<EnquiryField, string> & Partial<Record<`${EnquiryField}Hint`, string | undefined>>;
  optional: string;
}

interface Props {
  field: EnquiryField;
  words: EnquiryWords;
  value?: string | undefined;
  error?: string | undefined;
  readOnly?: boolean | undefined;
  onLeave?: (field: EnquiryField, value: string) => void;
}

const MESSAGE_ROWS = 6;

/** One field of the contact form, as its rule says. */
export function EnquiryControl({ field, words, value, error, readOnly, onLeave }: Props) {
  const { kind, most, isRequired, autoComplete } = fieldRules[field];
  const shared = {
    required: isRequired,
    defaultValue: value,
    readOnly,
    onBlur:
      onLeave && ((event: { currentTarget: { value: string } }) => onLeave(field, event.currentTarget.value)),
  };
  const controls = {
    line: { kind: 'input', type: 'text', autoComplete, maxLength: most, ...shared },
    email: { kind: 'input', type: 'email', inputMode: 'email', autoComplete, ...shared },
    text: { kind: 'textarea', rows: MESSAGE_ROWS, ...shared },
  } as const;
  return (
    <Field
      name={field}
      label={words.fields[field]}
      optional={isRequired ? undefined : words.optional}
      hint={words.fields[`${field}Hint`]}
      error={error}
      control={controls[kind]}
    />
  );
}

import { type Enquiry, type EnquiryField, enquiryFields } from '../../lib/enquiry.ts';
import { EnquiryControl, type EnquiryWords } from './EnquiryControl.tsx';
import { Trap } from './Trap.tsx';

interface Props {
  words: EnquiryWords & { trap: string };
  values?: Enquiry | undefined;
  errors: Partial<Record<EnquiryField, string>>;
  /** Read-only while sending: later changes would not be sent. */
  isSending?: boolean;
  onLeave: (field: EnquiryField, value: string) => void;
}

/** All fields of the contact form, in the order of their list. */
export function EnquiryFieldset({ words, values, errors, isSending, onLeave }: Props) {
  return (
    <div className="fields">
      {enquiryFields.map((field) => (
        <EnquiryControl
          key={field}
          field={field}
          words={words}
          value={values?.[field]}
          error={errors[field]}
          readOnly={isSending}
          onLeave={onLeave}
        />
      ))}
      <Trap label={words.trap} />
    </div>
  );
}

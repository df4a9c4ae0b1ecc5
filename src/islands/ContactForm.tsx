import { type ComponentProps, useEffect, useRef, useState } from 'react';
import {
  checkEnquiry,
  checkField,
  type Enquiry,
  type EnquiryErrors,
  type EnquiryField,
  enquiryFields,
  readEnquiry,
} from '../lib/enquiry.ts';
import type { Page } from '../schemas/pages.ts';
import { EnquiryFieldset } from '../ui/EnquiryFieldset.tsx';
import { ErrorSummary } from '../ui/ErrorSummary.tsx';
import { ReadyToSend } from '../ui/ReadyToSend.tsx';
import { Island } from './Island.tsx';

export interface ContactFormProps {
  words: Page<'contact'>['form'];
  action: string;
  contactEmail: string;
  privacyPolicy: string;
  errorHeading: string;
  /** What was posted without a script; the page is then the answer to it. */
  submitted?: Enquiry | undefined;
}

export function ContactForm({ errorHeading, ...props }: ContactFormProps) {
  return (
    <Island errorHeading={errorHeading}>
      <Form {...props} />
    </Island>
  );
}

function Form({
  words,
  action,
  contactEmail,
  privacyPolicy,
  submitted,
}: Omit<ContactFormProps, 'errorHeading'>) {
  const [enquiry, setEnquiry] = useState(submitted);
  const [errors, setErrors] = useState<EnquiryErrors>(submitted ? checkEnquiry(submitted) : {});
  const [tries, setTries] = useState(0);
  const answer = useRef<HTMLDivElement>(null);
  const invalid = enquiryFields.filter((field) => errors[field]);
  const messages = Object.fromEntries(
    invalid.map((field) => [field, words.errors[errors[field] ?? 'tooLong']]),
  );

  useEffect(() => {
    if (tries > 0) answer.current?.focus();
  }, [tries]);

  const submit: ComponentProps<'form'>['onSubmit'] = (event) => {
    event.preventDefault();
    const typed = readEnquiry(new FormData(event.currentTarget));
    setEnquiry(typed);
    setErrors(checkEnquiry(typed));
    setTries(tries + 1);
  };
  const leave = (field: EnquiryField, value: string) => {
    // An empty field is not a mistake before the visitor says that they are done.
    const error = value === '' && !enquiry ? undefined : checkField(field, value);
    setErrors((known) => ({ ...known, [field]: error }));
  };

  const asked = enquiry !== undefined;
  return (
    <form method="post" action={action} noValidate onSubmit={submit}>
      {/* biome-ignore lint/a11y/noAutofocus: this page is the answer to a form; the answer is what to read first */}
      <div ref={answer} tabIndex={-1} role={asked ? 'alert' : undefined} autoFocus={asked && tries === 0}>
        {asked && invalid.length > 0 && <ErrorSummary heading={words.errors.heading} errors={messages} />}
        {asked && invalid.length === 0 && (
          <ReadyToSend
            words={words.ready}
            enquiry={enquiry}
            contactEmail={contactEmail}
            subject={words.heading}
          />
        )}
      </div>
      <EnquiryFieldset words={words} values={enquiry} errors={messages} onLeave={leave} />
      <p className="mt-6 text-sm text-soft">
        {words.privacy}{' '}
        <a className="underline" href={privacyPolicy}>
          {words.privacyLink}
        </a>
        .
      </p>
      <button type="submit" className="btn btn-primary mt-6">
        {words.submit}
      </button>
    </form>
  );
}

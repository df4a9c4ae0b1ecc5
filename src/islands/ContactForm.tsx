import { type ComponentProps, useEffect, useRef, useState } from 'react';
import type { ContactAnswer } from '../lib/contact-answer.ts';
import {
  checkEnquiry,
  checkField,
  type EnquiryErrors,
  type EnquiryField,
  enquiryFields,
  readEnquiry,
  TRAP_FIELD,
} from '../lib/enquiry.ts';
import type { Page } from '../schemas/pages.ts';
import { EnquiryFieldset } from '../ui/EnquiryFieldset.tsx';
import { ErrorSummary } from '../ui/ErrorSummary.tsx';
import { NotSent } from '../ui/NotSent.tsx';
import { Sent } from '../ui/Sent.tsx';
import { Toast } from '../ui/Toast.tsx';
import { Island } from './Island.tsx';
import { useSend } from './use-send.ts';

export interface ContactFormProps {
  words: Page<'contact'>['form'];
  action: string;
  contactEmail: string;
  privacyPolicy: string;
  errorHeading: string;
  /** What became of a form that was posted without a script; the page is then the answer to it. */
  answer?: ContactAnswer | undefined;
}

export function ContactForm({ errorHeading, ...props }: ContactFormProps) {
  return (
    <Island errorHeading={errorHeading}>
      <Form {...props} />
    </Island>
  );
}

type Sentences = Partial<Record<EnquiryField, string>>;

function Form({
  words,
  action,
  contactEmail,
  privacyPolicy,
  answer: posted,
}: Omit<ContactFormProps, 'errorHeading'>) {
  const sentences = (errors: EnquiryErrors): Sentences =>
    Object.fromEntries(Object.entries(errors).map(([field, error]) => [field, words.errors[error]]));
  const [answer, setAnswer] = useState(posted);
  const [errors, setErrors] = useState(posted?.kind === 'invalid' ? sentences(posted.errors) : {});
  const [answers, setAnswers] = useState(0);
  const reply = (next: ContactAnswer, found: Sentences = {}) => {
    setAnswer(next);
    setErrors(found);
    setAnswers((count) => count + 1);
  };
  const { send, isPending, toast, dismiss } = useSend({ action, words, onAnswer: reply });

  // A field that is left for the button must not change the form's height: the button would slip from under the finger.
  const isPressing = useRef(false);
  const focus = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (answers > 0) focus.current?.focus();
  }, [answers]);

  const submit: ComponentProps<'form'>['onSubmit'] = (event) => {
    event.preventDefault();
    isPressing.current = false;
    const data = new FormData(event.currentTarget);
    const enquiry = readEnquiry(data);
    const wrong = checkEnquiry(enquiry);
    if (Object.keys(wrong).length === 0) send(enquiry, String(data.get(TRAP_FIELD)));
    else reply({ kind: 'invalid', enquiry, errors: wrong }, sentences(wrong));
  };
  const leave = (field: EnquiryField, value: string) => {
    if (isPressing.current) return;
    // An empty field is not a mistake before the visitor says that they are done.
    const error = value === '' && !answer ? undefined : checkField(field, value);
    setErrors((known) => ({ ...known, [field]: error && words.errors[error] }));
  };

  const isFirstAnswer = answer !== undefined && answers === 0;
  const inOrder = enquiryFields.flatMap((field) => (errors[field] ? [[field, errors[field]] as const] : []));
  return (
    <form method="post" action={action} noValidate onSubmit={submit}>
      {/* biome-ignore lint/a11y/noAutofocus: this page is the answer to a form; the answer is what to read first */}
      <div ref={focus} tabIndex={-1} role={answer && 'alert'} autoFocus={isFirstAnswer}>
        {answer?.kind === 'invalid' && inOrder.length > 0 && (
          <ErrorSummary heading={words.errors.heading} errors={Object.fromEntries(inOrder)} />
        )}
        {answer?.kind === 'sent' && <Sent words={words.sent} reference={answer.reference} again={action} />}
        {answer?.kind === 'failed' && (
          <NotSent {...answer} words={words.failed} contactEmail={contactEmail} subject={words.heading} />
        )}
      </div>
      {answer?.kind !== 'sent' && (
        <>
          <EnquiryFieldset
            words={words}
            values={posted && 'enquiry' in posted ? posted.enquiry : undefined}
            errors={errors}
            onLeave={leave}
          />
          <p className="mt-6 text-sm text-soft">
            {words.privacy}{' '}
            <a className="underline" href={privacyPolicy}>
              {words.privacyLink}
            </a>
            .
          </p>
          <button
            type="submit"
            className="btn btn-primary mt-6"
            aria-disabled={isPending || undefined}
            onPointerDown={() => {
              isPressing.current = true;
            }}
            onPointerUp={() => {
              isPressing.current = false;
            }}
          >
            {words.submit}
          </button>
        </>
      )}
      <Toast toast={toast} dismiss={words.dismiss} onDismiss={dismiss} />
    </form>
  );
}

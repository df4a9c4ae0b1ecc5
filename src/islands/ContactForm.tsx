import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { type ContactAnswer, isRefused, isUnknown, mailInstead, titleStart } from '../lib/contact-answer.ts';
import {
  checkEnquiry,
  checkField,
  type EnquiryField,
  enquiryFields,
  errorSentence,
  errorSentences,
  labelled,
  readEnquiry,
  TRAP_FIELD,
} from '../lib/enquiry.ts';
import type { Link } from '../lib/link.ts';
import type { Page } from '../schemas/pages.ts';
import { EnquiryFieldset } from '../ui/form/EnquiryFieldset.tsx';
import { ErrorSummary } from '../ui/form/ErrorSummary.tsx';
import { FormFoot } from '../ui/form/FormFoot.tsx';
import { NotSent } from '../ui/form/NotSent.tsx';
import { Sent } from '../ui/form/Sent.tsx';
import { Toast } from '../ui/form/Toast.tsx';
import { Island } from './Island.tsx';
import { usePress } from './use-press.ts';
import { useSend } from './use-send.ts';
import { useTitleStart } from './use-title-start.ts';

export interface ContactFormProps {
  words: Page<'contact'>['form'];
  action: string;
  contactEmail: string;
  call?: Link | undefined;
  privacyPolicy: string;
  errorHeading: string;
}

export function ContactForm({ errorHeading, ...props }: ContactFormProps) {
  return (
    <Island errorHeading={errorHeading}>
      <Form {...props} />
    </Island>
  );
}

type Sentences = Partial<Record<EnquiryField, string>>;

function Form({ words, action, contactEmail, call, privacyPolicy }: Omit<ContactFormProps, 'errorHeading'>) {
  const [answer, setAnswer] = useState<ContactAnswer>();
  const [errors, setErrors] = useState<Sentences>({});
  const [answers, setAnswers] = useState(0);
  const reply = (next: ContactAnswer, found: Sentences = {}) => {
    setAnswer(next);
    setErrors(found);
    setAnswers((count) => count + 1);
  };
  const { send, isPending, toast, dismiss } = useSend({ action, words, onAnswer: reply });
  const press = usePress();
  const inOrder = enquiryFields.flatMap((field) =>
    errors[field] ? [[field, labelled(words.fields[field], errors[field])] as const] : [],
  );
  const isWrong = inOrder.length > 0;
  // Before the focus moves: a screen reader may read the title with it.
  useTitleStart(answer && (answer.kind !== 'invalid' || isWrong) ? titleStart(words, answer.kind) : '');
  const focus = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (answers === 0) return;
    // Scroll to the start of the answer: focus() alone would centre one that is higher than the screen. Show the form's
    // heading too where there is room.
    focus.current?.focus({ preventScroll: true });
    focus.current?.closest('section')?.scrollIntoView();
    focus.current?.scrollIntoView({ block: 'nearest' });
  }, [answers]);

  const submit: ComponentProps<'form'>['onSubmit'] = (event) => {
    event.preventDefault();
    press.forget();
    const data = new FormData(event.currentTarget);
    const enquiry = readEnquiry(data);
    const wrong = checkEnquiry(enquiry);
    if (Object.keys(wrong).length === 0) {
      // The answer to an earlier try no longer holds.
      setAnswer(undefined);
      setErrors({});
      send(enquiry, String(data.get(TRAP_FIELD)));
    } else reply({ kind: 'invalid', enquiry, errors: wrong }, errorSentences(words.errors, wrong));
  };
  const check = (field: EnquiryField, value: string) => {
    // An empty field is no mistake before the first submit.
    const error = value === '' && !answer ? undefined : checkField(field, value);
    setErrors((known) => ({ ...known, [field]: error && errorSentence(words.errors, field, error) }));
  };

  return (
    <form method="post" action={action} noValidate onSubmit={submit}>
      <div ref={focus} tabIndex={-1} role={answer && 'alert'}>
        {answer?.kind === 'invalid' && isWrong && (
          <ErrorSummary heading={words.errors.heading} errors={Object.fromEntries(inOrder)} />
        )}
        {answer?.kind === 'sent' && (
          <Sent words={words.sent} reference={answer.reference} call={call} again={action} />
        )}
        {answer?.kind === 'failed' && (
          <NotSent
            words={words.failed}
            reason={words.failed[answer.failure]}
            isUnknown={isUnknown(answer.failure)}
            isRefused={isRefused(answer.failure)}
            mail={answer.enquiry && mailInstead(contactEmail, words.heading, answer.enquiry)}
            contactEmail={contactEmail}
          />
        )}
      </div>
      {answer?.kind !== 'sent' && (
        <>
          <EnquiryFieldset
            words={words}
            errors={errors}
            isSending={isPending}
            onLeave={(field, value) => press.afterwards(() => check(field, value))}
          />
          <FormFoot
            words={words}
            privacyPolicy={privacyPolicy}
            sending={isPending ? words.sending.button : undefined}
          />
        </>
      )}
      <Toast toast={toast} dismiss={words.dismiss} onDismiss={dismiss} />
    </form>
  );
}

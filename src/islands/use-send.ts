import { QueryClient, useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ContactAnswer } from '../lib/contact-answer.ts';
import type { Enquiry, EnquiryField } from '../lib/enquiry.ts';
import { confirmationPath } from '../routes.ts';
import type { Page } from '../schemas/pages.ts';
import { SendError, type Sending, sendEnquiry } from './send-enquiry.ts';
import { useToast } from './use-toast.ts';

const RETRIES = 3;
const client = new QueryClient();

interface Options {
  action: string;
  words: Page<'contact'>['form'];
  /** The outcome, with the server's sentence for each field that it refused. */
  onAnswer: (answer: ContactAnswer, sentences?: Partial<Record<EnquiryField, string>>) => void;
}

/** Sends an enquiry with retries, and shows a toast for each retry. */
export function useSend({ action, words, onAnswer }: Options) {
  const last = useRef<Sending>(undefined);
  const { toast, show, dismiss } = useToast();

  const { mutate, isPending } = useMutation(
    {
      mutationFn: (message: Sending) => sendEnquiry(action, message),
      // Send even where the browser reports offline: it may be wrong, and a paused mutation would wait without a word.
      networkMode: 'always',
      retry: (failed, error) => {
        const again = failed < RETRIES && error instanceof SendError && error.mayPass;
        if (again) show({ heading: words.sending.heading, text: words.sending.again });
        return again;
      },
      retryDelay: (failed) => Math.min(1000 * 2 ** failed, 30_000),
      gcTime: 5 * 60_000,
      onSuccess: (sent, { enquiry }) => {
        if ('fields' in sent) return onAnswer({ kind: 'invalid', enquiry, errors: {} }, sent.fields);
        // After a reload the page still shows the confirmation.
        history.replaceState(history.state, '', confirmationPath(sent.reference));
        onAnswer({ kind: 'sent', reference: sent.reference });
      },
      onError: (error, { enquiry }) => {
        const failure = error instanceof SendError ? error.failure : 'unavailable';
        if (failure === 'conflict') last.current = undefined;
        onAnswer({ kind: 'failed', failure, enquiry });
      },
      onSettled: dismiss,
    },
    client,
  );

  // Ask before the page is left while a message is being sent.
  useEffect(() => {
    if (!isPending) return;
    const ask = (event: Event) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isPending]);

  function send(enquiry: Enquiry, trap: string) {
    if (isPending) return;
    // The same text keeps its key: an earlier try may have arrived without an answer.
    const isSame = JSON.stringify(last.current?.enquiry) === JSON.stringify(enquiry);
    const message =
      isSame && last.current
        ? last.current
        : { enquiry, trap, elapsed: Math.round(performance.now()), key: newKey() };
    last.current = message;
    mutate(message);
  }

  return { send, isPending, toast, dismiss };
}

/** crypto.randomUUID needs HTTPS. */
const newKey = () => crypto.getRandomValues(new Uint32Array(4)).join('-');

import type { ComponentProps } from 'react';
import type { Failure } from '../lib/contact-answer.ts';
import { type Enquiry, enquiryText } from '../lib/enquiry.ts';
import { mailto } from '../lib/mailto.ts';
import { Button } from './Button.tsx';
import { Notice } from './Notice.tsx';

interface Props {
  words: Record<Failure | 'heading' | 'text' | 'action' | 'otherwise' | 'instead', string>;
  failure: Failure;
  /** Absent where the server did not read it. */
  enquiry?: Enquiry | undefined;
  contactEmail: string;
  subject: string;
  level?: ComponentProps<typeof Notice>['level'];
}

/** Why a message was not sent, and a mail link that carries all of it. */
export function NotSent({ words, failure, enquiry, contactEmail, subject, level }: Props) {
  return (
    <Notice kind="failed" heading={words.heading} level={level}>
      <p className="mt-1">{words[failure]}</p>
      {enquiry && (
        <>
          <p className="mt-1 mb-4">{words.text}</p>
          <Button
            link={{
              href: mailto(contactEmail, { subject, body: enquiryText(enquiry) }),
              label: words.action,
            }}
          />
        </>
      )}
      <p className="mt-4 text-sm">
        {enquiry ? words.otherwise : words.instead} <strong>{contactEmail}</strong>.
      </p>
    </Notice>
  );
}

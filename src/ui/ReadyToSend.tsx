import { type Enquiry, enquiryText } from '../lib/enquiry.ts';
import { mailto } from '../lib/mailto.ts';
import { Button } from './Button.tsx';
import { Notice } from './Notice.tsx';

interface Props {
  words: { heading: string; text: string; action: string; otherwise: string };
  enquiry: Enquiry;
  contactEmail: string;
  subject: string;
}

/** The checked message in a mail link that carries all of it. It says plainly that nothing was sent. */
export function ReadyToSend({ words, enquiry, contactEmail, subject }: Props) {
  const href = mailto(contactEmail, {
    subject: enquiry.company ? `${subject} · ${enquiry.company}` : subject,
    body: enquiryText(enquiry),
  });
  return (
    <Notice kind="ready" heading={words.heading}>
      <p className="mt-1 mb-4">{words.text}</p>
      <Button link={{ href, label: words.action }} />
      <p className="mt-4 text-sm">
        {words.otherwise} <strong>{contactEmail}</strong>.
      </p>
    </Notice>
  );
}

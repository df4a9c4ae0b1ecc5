import { mailto } from '../../lib/mailto.ts';
import { Button } from '../Button.tsx';
import { Notice } from './Notice.tsx';

interface Props {
  words: Record<'closed' | 'action' | 'otherwise', string>;
  contactEmail: string;
  subject: string;
}

/** In place of the form, where the host takes no messages. */
export function FormClosed({ words, contactEmail, subject }: Props) {
  return (
    <Notice kind="failed" heading={words.closed}>
      <p className="mt-4">
        <Button link={{ href: mailto(contactEmail, { subject }), label: words.action }} variant="primary" />
      </p>
      <p className="mt-4 text-sm">
        {words.otherwise} <strong>{contactEmail}</strong>.
      </p>
    </Notice>
  );
}

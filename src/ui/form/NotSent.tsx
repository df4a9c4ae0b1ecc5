import type { ComponentProps } from 'react';
import { Button } from '../Button.tsx';
import { Notice } from './Notice.tsx';

interface Props {
  words: Record<'heading' | 'unknown' | 'text' | 'again' | 'action' | 'otherwise', string>;
  reason: string;
  /** Whether the message may have arrived all the same. */
  isUnknown?: boolean;
  /** Whether a second try would fail too: the mail is then the primary action. */
  isRefused?: boolean;
  /** A mail link that carries the whole message; absent where the server did not read it. */
  mail?: string | undefined;
  contactEmail: string;
  level?: ComponentProps<typeof Notice>['level'];
}

/**
 * Why a message was not sent, or may not have been, and what to do next. The form below it keeps the message.
 */
export function NotSent({ words, reason, isUnknown, isRefused, mail, contactEmail, level }: Props) {
  const again = (
    <button type="submit" className={`btn btn-${isRefused ? 'secondary' : 'primary'}`}>
      {words.again}
    </button>
  );
  return (
    <Notice kind="failed" heading={isUnknown ? words.unknown : words.heading} level={level}>
      <p className="mt-1">{reason}</p>
      {mail && (
        <>
          <p className="mt-1 mb-4">{words.text}</p>
          <div className="flex flex-wrap gap-3">
            {!isRefused && again}
            <Button
              link={{ href: mail, label: words.action }}
              variant={isRefused ? 'primary' : 'secondary'}
            />
            {isRefused && again}
          </div>
        </>
      )}
      <p className="mt-4 text-sm">
        {words.otherwise} <strong>{contactEmail}</strong>.
      </p>
    </Notice>
  );
}

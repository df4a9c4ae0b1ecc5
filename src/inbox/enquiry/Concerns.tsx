import type { ReactNode } from 'react';
import type { Whole } from '../../lib/inbox.ts';
import type { Changes } from '../state/use-changes.ts';

interface Props {
  whole: Whole;
  changes: Changes;
}

/** What the owner should know before reading on, and how to fix it. */
export function Concerns({ whole, changes }: Props) {
  const { spam, doubt, delivery, isLate } = whole;
  return (
    <>
      {spam !== null && (
        <Concern heading={`Set aside as spam: ${spam}.`}>
          <p>
            {delivery === 'held'
              ? 'Its mail is held back. If you say that it is not spam, the mail will be sent at once.'
              : 'Its mail had been sent before that.'}
          </p>
        </Concern>
      )}
      {delivery === 'parked' && (
        <Concern isTrouble heading="The mail about this enquiry was not delivered.">
          <p>See the history below for the reason. Fix it, then send the mail again.</p>
          <button type="button" className="btn btn-secondary" onClick={() => changes.resend(whole)}>
            Send the mail again
          </button>
        </Concern>
      )}
      {isLate && (
        <Concern isTrouble heading="This has waited for over two working days.">
          <p>The site promises an answer sooner.</p>
        </Concern>
      )}
      {doubt !== null && spam === null && (
        <Concern heading={`Doubtful: ${doubt}.`}>
          <p>It may be an advertisement. It was mailed like any other, with a mark in its subject.</p>
        </Concern>
      )}
    </>
  );
}

function Concern({
  isTrouble,
  heading,
  children,
}: {
  isTrouble?: true;
  heading: string;
  children: ReactNode;
}) {
  return (
    <div className={isTrouble ? 'concern concern-trouble' : 'concern'}>
      <p className={isTrouble ? 'font-semibold text-error' : 'font-semibold'} dir="auto">
        {heading}
      </p>
      {children}
    </div>
  );
}

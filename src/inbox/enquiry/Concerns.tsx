import type { ReactNode } from 'react';
import type { Whole } from '../../lib/inbox.ts';
import { useDesk } from '../state/desk.ts';

/** What the owner should know before reading on, and how to fix it. */
export function Concerns({ whole }: { whole: Whole }) {
  const { changes } = useDesk();
  const { spam, doubt, delivery, isLate } = whole;
  return (
    <>
      {spam !== null && (
        <Concern heading={`Set aside as spam: ${spam}.`}>
          {delivery === 'held'
            ? 'Its mail is held back. If you say that it is not spam, the mail will be sent at once.'
            : 'Its mail had been sent before that.'}
        </Concern>
      )}
      {delivery === 'parked' && (
        <Concern isTrouble heading="The mail about this enquiry was not delivered.">
          See the history below for the reason. Fix it, then send the mail again.
          <br />
          <button type="button" className="btn btn-secondary" onClick={() => changes.resend(whole)}>
            Send the mail again
          </button>
        </Concern>
      )}
      {isLate && (
        <Concern isTrouble heading="This has waited for over two working days.">
          The site promises an answer within two working days.
        </Concern>
      )}
      {doubt !== null && spam === null && (
        <Concern heading={`Doubtful: ${doubt}.`}>
          It may be an advertisement. It was mailed like any other, with a mark in its subject.
        </Concern>
      )}
    </>
  );
}

interface ConcernProps {
  heading: string;
  isTrouble?: boolean;
  children: ReactNode;
}

const Concern = ({ heading, isTrouble = false, children }: ConcernProps) => (
  <div className={isTrouble ? 'concern concern-trouble' : 'concern'}>
    <p className="font-semibold" dir="auto">
      {heading}
    </p>
    <p>{children}</p>
  </div>
);

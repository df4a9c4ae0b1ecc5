import type { ExampleStatus } from '../lib/example-status.ts';
import { ExampleNote } from './ExampleNote.tsx';
import { Measure } from './Measure.tsx';

interface Props {
  claim: {
    figure?: string | undefined;
    wording: string;
    detail?: string | undefined;
    status?: ExampleStatus;
  };
}

/** A claim set large, with its measure and what it counts. */
export function Stat({ claim }: Props) {
  return (
    <div className="flex flex-col-reverse justify-end">
      <dt className="mt-3 text-sm text-soft">
        {claim.wording}
        <ExampleNote status={claim.status} />
        {claim.detail && <span className="block">{claim.detail}</span>}
      </dt>
      <dd>
        <span className="display block text-h1">{claim.figure}</span>
        <Measure figure={claim.figure ?? ''} />
      </dd>
    </div>
  );
}

import type { ExampleStatus } from '../lib/example-status.ts';
import { ExampleNote } from './ExampleNote.tsx';
import { Portrait, type Portrayal } from './Portrait.tsx';

export interface Signed extends Portrayal {
  role: string;
  place?: string | undefined;
  sentence?: string | undefined;
  status?: ExampleStatus | undefined;
}

/** Who signs: a portrait, a name, a role, one sentence. */
export function Signature({ person }: { person: Signed }) {
  return (
    <div className="signature">
      <Portrait {...person} id="signature" />
      <p>
        <span className="display text-h4">{person.name}</span>
        <span className="text-sm text-soft">
          {[person.role, person.place].filter(Boolean).join(', ')}
          <ExampleNote status={person.status} />
        </span>
        {person.sentence && <span className="text-sm">{person.sentence}</span>}
      </p>
    </div>
  );
}

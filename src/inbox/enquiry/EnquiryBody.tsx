import type { Whole } from '../../lib/inbox.ts';
import type { Changes } from '../state/use-changes.ts';
import { Concerns } from './Concerns.tsx';
import { Fields } from './Fields.tsx';
import { History } from './History.tsx';
import { More } from './More.tsx';
import { Notes } from './Notes.tsx';

interface Props {
  whole: Whole;
  changes: Changes;
  onErase: () => void;
}

/** What it says, and what became of it. */
export function EnquiryBody({ whole, changes, onErase }: Props) {
  return (
    <div className="reading-column">
      <Concerns whole={whole} changes={changes} />
      <div className="said message" dir="auto">
        {whole.message}
      </div>
      <Fields fields={whole.fields} />
      <Notes whole={whole} changes={changes} />
      <History history={whole.history} />
      <More whole={whole} changes={changes} onErase={onErase} />
    </div>
  );
}

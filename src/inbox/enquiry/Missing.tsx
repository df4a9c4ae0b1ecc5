import type { ListName } from '../../lib/inbox.ts';
import { listHref } from '../state/route.ts';
import { listTitles } from '../words.ts';

interface Props {
  list: ListName;
  sentence: string;
}

/** An address of an enquiry that cannot be shown: it was erased, or was never one. */
export function Missing({ list, sentence }: Props) {
  return (
    <div className="reading">
      <div className="reading-sky">
        <h2 id="who" className="display text-h3">
          Not to be found
        </h2>
      </div>
      <div className="reading-ground reading-rest">
        <div className="reading-column py-8">
          <p>{sentence}</p>
          <a className="text-link mt-4" href={listHref(list)}>
            Back to {listTitles[list]}
          </a>
        </div>
      </div>
    </div>
  );
}

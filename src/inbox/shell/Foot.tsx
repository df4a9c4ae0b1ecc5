import { useMutation } from '@tanstack/react-query';
import { Fragment } from 'react';
import type { ListName, Overview } from '../../lib/inbox.ts';
import { sentenceFor } from '../state/ask.ts';
import { exportPath } from '../state/queries.ts';
import { saveFile } from '../state/save-file.ts';
import { announce, say, sayError } from '../state/status.ts';
import { listTitles } from '../words.ts';

interface Props {
  list: ListName;
  search: string;
  overview: Overview | undefined;
  onKeys: () => void;
}

/** What is needed now and then: the list as a file, the keys, where everything is kept. */
export function Foot({ list, search, overview, onKeys }: Props) {
  const what = search ? `what matches ‘${search}’ in ${listTitles[list]}` : `all of ${listTitles[list]}`;
  const file = useMutation({
    mutationFn: saveFile,
    onMutate: () => announce('Exporting'),
    onSuccess: (name) => say(`Exported as ${name}`),
    onError: (problem) => sayError(sentenceFor(problem)),
  });
  return (
    <footer className="foot">
      <p className="foot-line">
        <span>{file.isPending ? 'Exporting …' : 'Export'}</span>
        {(['csv', 'json'] as const).map((format) => (
          <button
            key={format}
            type="button"
            className="foot-link"
            title={`Export ${what} as ${format.toUpperCase()}`}
            aria-label={`Export ${what} as ${format.toUpperCase()}`}
            aria-disabled={file.isPending || undefined}
            onClick={() => file.isPending || file.mutate(exportPath(format, list, search))}
          >
            {format.toUpperCase()}
          </button>
        ))}
      </p>
      <p>
        <button type="button" className="foot-link" aria-keyshortcuts="?" onClick={onKeys}>
          Keys <kbd>?</kbd>
        </button>
      </p>
      {overview && (
        <p className="foot-place">
          Changes are noted as {overview.who}. Kept in{' '}
          <bdi>
            {overview.place.split(/(?<=[\\/])/).map((part, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a path is never put in another order
              <Fragment key={i}>
                {part}
                <wbr />
              </Fragment>
            ))}
          </bdi>
        </p>
      )}
    </footer>
  );
}

import { useMutation } from '@tanstack/react-query';
import type { ListName, Overview } from '../../lib/inbox.ts';
import { saveFile, sentenceFor } from '../state/ask.ts';
import { useDesk } from '../state/desk.ts';
import { exportPath } from '../state/queries.ts';
import { listTitles } from '../words.ts';

interface Props {
  list: ListName;
  search: string;
  overview: Overview | undefined;
  onKeys: () => void;
}

/** What is needed now and then: the list as a file, the keys, where everything is kept. */
export function Foot({ list, search, overview, onKeys }: Props) {
  const { announce, say, sayError } = useDesk().status;
  const what = search ? `what matches ‘${search}’ in ${listTitles[list]}` : `all of ${listTitles[list]}`;
  const file = useMutation({
    mutationFn: saveFile,
    onMutate: () => announce('Exporting'),
    onSuccess: (name) => say(`Exported as ${name}`),
    onError: (problem) => sayError(sentenceFor(problem)),
  });
  return (
    <footer className="foot">
      <p className="flex items-center gap-3">
        <span>{file.isPending ? 'Exporting …' : 'Export'}</span>
        {(['csv', 'json'] as const).map((format) => {
          const name = format.toUpperCase();
          return (
            <button
              key={format}
              type="button"
              className="act px-1"
              title={`Export ${what} as ${name}`}
              aria-label={`Export ${what} as ${name}`}
              aria-disabled={file.isPending || undefined}
              onClick={() => file.isPending || file.mutate(exportPath(format, list, search))}
            >
              {name}
            </button>
          );
        })}
      </p>
      <p>
        <button type="button" className="act px-1" aria-keyshortcuts="?" onClick={onKeys}>
          Keys <kbd>?</kbd>
        </button>
      </p>
      {overview && (
        <p className="wrap-anywhere mt-1">
          Changes are noted as {overview.who}. Kept in <bdi>{overview.place}</bdi>
        </p>
      )}
    </footer>
  );
}

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListName } from '../../lib/inbox.ts';
import { SceneWater } from '../../ui/Scene.tsx';
import { Waiting } from '../shell/Waiting.tsx';
import { sentenceFor } from '../state/ask.ts';
import { knownRow } from '../state/cache.ts';
import { places } from '../state/places.ts';
import { enquiryQuery } from '../state/queries.ts';
import type { Changes } from '../state/use-changes.ts';
import { Actions } from './Actions.tsx';
import { EnquiryBody } from './EnquiryBody.tsx';
import { EnquiryHead, sceneOf } from './EnquiryHead.tsx';
import { EraseDialog } from './EraseDialog.tsx';
import { Missing } from './Missing.tsx';
import { useReading } from './use-reading.ts';

interface Props {
  reference: string;
  list: ListName;
  changes: Changes;
}

/** One enquiry. Who wrote is known from the list and shown at once; the rest follows. */
export function Enquiry({ reference, list, changes }: Props) {
  const client = useQueryClient();
  const { data: whole, error } = useQuery(enquiryQuery(reference));
  const row = whole ?? knownRow(client, reference);
  const [erases, setErases] = useState(false);

  useReading(whole, changes.markAsRead);

  if (!row) return error ? <Missing list={list} sentence={sentenceFor(error)} /> : <Waiting />;
  return (
    <article className="reading" aria-labelledby="who">
      <EnquiryHead row={row} list={list} />
      <div className="reading-rest">
        <div className="reading-water">
          <SceneWater scene={sceneOf(row)} id="enquiry" />
          {whole && <Actions whole={whole} changes={changes} />}
        </div>
        <section id={places.reading} className="reading-ground" tabIndex={-1} aria-labelledby="who">
          {whole ? (
            <EnquiryBody whole={whole} changes={changes} onErase={() => setErases(true)} />
          ) : error ? (
            <p className="reading-column py-8 text-error">{sentenceFor(error)}</p>
          ) : (
            <Waiting />
          )}
        </section>
      </div>
      {erases && <EraseDialog email={row.email} onClose={() => setErases(false)} />}
    </article>
  );
}

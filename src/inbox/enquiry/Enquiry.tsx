import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type Hue, sceneFromSeed } from '../../drawing/scene.ts';
import type { ListName, Row, Whole } from '../../lib/inbox.ts';
import { Icon } from '../../ui/Icon.tsx';
import { SceneSky, SceneWater } from '../../ui/Scene.tsx';
import { Glyph } from '../shell/Glyph.tsx';
import { Waiting } from '../shell/Waiting.tsx';
import { sentenceFor } from '../state/ask.ts';
import { useDesk } from '../state/desk.ts';
import { enquiryQuery, knownEnquiry } from '../state/queries.ts';
import { goToPlace, listHref, type Route } from '../state/route.ts';
import { listTitles, nameOf, stateOf } from '../words.ts';
import { Actions, More } from './Actions.tsx';
import { Concerns } from './Concerns.tsx';
import { EraseDialog } from './EraseDialog.tsx';
import { Notes } from './Notes.tsx';
import { Part, Time } from './parts.tsx';

interface Props {
  reference: string;
  route: Route;
  go: (href: string) => void;
}

/** One enquiry. Its head is shown at once, from the row of the list; the rest is loaded. */
export function Enquiry({ reference, route, go }: Props) {
  const { list } = route;
  const { changes } = useDesk();
  const client = useQueryClient();
  const { data: whole, error } = useQuery(enquiryQuery(reference));
  const row = whole ?? knownEnquiry(client, reference);
  const [erases, setErases] = useState(false);
  useReading(whole, route);

  const onErased = async (references: string[]) => {
    // First, or the focus would go to a row that is about to be removed.
    await changes.drop(references);
    if (location.hash === route.hash && references.includes(reference)) go(listHref(list));
  };
  if (!row) return error ? <Missing list={list} sentence={sentenceFor(error)} /> : <Waiting />;
  const scene = sceneFromSeed(reference, hues[row.handling], 300, 110);
  return (
    <article className="reading" aria-labelledby="who">
      <header className="reading-sky">
        <a className="act reading-back" href={listHref(list)}>
          <Icon name="back" />
          {listTitles[list]}
        </a>
        <Who row={row} />
        <SceneSky scene={scene} id="enquiry" />
      </header>
      <div className="reading-rest">
        <div className="reading-water">
          <SceneWater scene={scene} id="enquiry" />
          {whole && <Actions whole={whole} />}
        </div>
        <section id="reading" className="reading-ground" tabIndex={-1} aria-labelledby="who">
          <div className="reading-column">
            {whole && <Body whole={whole} onErase={() => setErases(true)} />}
            {!whole && (error ? <p className="py-8 text-error">{sentenceFor(error)}</p> : <Waiting />)}
          </div>
        </section>
      </div>
      {erases && <EraseDialog email={row.email} onErased={onErased} onClose={() => setErases(false)} />}
    </article>
  );
}

const hues: Record<Row['handling'], Hue> = { new: 'violet', open: 'peach', answered: 'teal', closed: 'teal' };

const SCROLLS = new Set([' ', 'ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End']);

function Who({ row }: { row: Row }) {
  const { reference, email, company, receivedAt, name } = row;
  return (
    <div className="reading-who">
      {/* The heading has the focus, but what scrolls is below: the first key that scrolls moves the focus there. */}
      <h2
        id="who"
        className="display text-h3"
        title={nameOf(row)}
        tabIndex={-1}
        onKeyDown={({ key }) => SCROLLS.has(key) && goToPlace('reading')}
      >
        <bdi>{nameOf(row)}</bdi>
      </h2>
      <p className="mt-1.5 flex flex-wrap gap-x-4 text-sm">
        {company && <bdi>{company}</bdi>}
        {name && <bdi>{email}</bdi>}
      </p>
      <p className="reading-facts">
        <span className="inline-flex items-center gap-2">
          <Glyph name={stateOf(row)} />
          {listTitles[stateOf(row)]}
        </span>
        <Time at={receivedAt} />
        <span className="reading-reference">{reference}</span>
      </p>
    </div>
  );
}

function Body({ whole, onErase }: { whole: Whole; onErase: () => void }) {
  const { message, fields, history } = whole;
  return (
    <>
      <Concerns whole={whole} />
      <div className="said message" dir="auto">
        {message}
      </div>
      {fields.length > 0 && (
        <Part id="fields" heading="Filled in">
          <dl className="flex flex-wrap gap-x-10 gap-y-3">
            {fields.map(({ label, value }) => (
              <div key={label} className="max-w-full">
                <dt className="text-soft text-xs">{label}</dt>
                <dd className="said text-sm" dir="auto">
                  {value}
                </dd>
              </div>
            ))}
          </dl>
        </Part>
      )}
      <Notes whole={whole} />
      <Part id="history" heading="History">
        <ol className="history">
          {history.map(({ at, text, isTrouble }, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an entry has no name, and no state of its own
            <li key={i} data-trouble={isTrouble ? '' : undefined}>
              <p className="said" dir="auto">
                {isTrouble && <b>Trouble: </b>}
                {text}
              </p>
              <Time at={at} />
            </li>
          ))}
        </ol>
      </Part>
      <More whole={whole} onErase={onErase} />
    </>
  );
}

/** The address of an enquiry that was erased, or never existed. */
const Missing = ({ list, sentence }: { list: ListName; sentence: string }) => (
  <div className="reading">
    <div className="reading-sky">
      <h2 className="display text-h3">Not found</h2>
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

/** Opening an enquiry marks it as read, keeps it in its list, and focuses its heading or the place that was asked for. */
function useReading(whole: Whole | undefined, { place, isFirst }: Route) {
  const { keep, markAsRead } = useDesk().changes;
  const isOpened = useRef(false);
  const read = useEffectEvent((whole: Whole) => {
    keep(whole.reference);
    // The button that was pressed may have been removed.
    if (isOpened.current) return document.activeElement === document.body && goToPlace('who');
    isOpened.current = true;
    // Only once: if the server refuses it, it would be tried without end.
    if (stateOf(whole) === 'new') markAsRead(whole.reference);
    // A page that is loaded with it begins at its top.
    return (place && goToPlace(place)) || isFirst || goToPlace('who');
  });
  useEffect(() => {
    if (whole) read(whole);
  }, [whole]);
}

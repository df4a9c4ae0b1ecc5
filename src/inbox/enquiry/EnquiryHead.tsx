import type { ListName, Row } from '../../lib/inbox.ts';
import { type Hue, sceneFromSeed } from '../../lib/scene.ts';
import { Icon } from '../../ui/Icon.tsx';
import { SceneSky } from '../../ui/Scene.tsx';
import { Glyph } from '../shell/Glyph.tsx';
import { goToPlace, places } from '../state/places.ts';
import { listHref } from '../state/route.ts';
import { fullTime, stamp } from '../times.ts';
import { listTitles, nameOf, stateWord } from '../words.ts';

interface Props {
  row: Row;
  list: ListName;
}

const SCROLLS = new Set([' ', 'ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End']);

/** The colour says how far it is: it has come, somebody is at it, it is answered. */
const hues: Record<Row['handling'], Hue> = { new: 'violet', open: 'peach', answered: 'teal', closed: 'teal' };

export const SCENE = { width: 300, height: 110 };
export const sceneOf = ({ reference, handling }: Row) =>
  sceneFromSeed(reference, hues[handling], SCENE.width, SCENE.height);

/** Who wrote, standing on the horizon beside a drawing of its own: no two enquiries have the same. */
export function EnquiryHead({ row, list }: Props) {
  const { reference, email, company, receivedAt, handling, spam, name } = row;
  return (
    <header className="reading-sky">
      <a className="reading-back" href={listHref(list)}>
        <Icon name="back" />
        {listTitles[list]}
      </a>
      <div className="reading-who">
        {/* Whoever opens an enquiry is here. What scrolls is below, and takes over with the first key that scrolls. */}
        <h2
          id={places.who}
          className="display text-h3"
          title={nameOf(row)}
          tabIndex={-1}
          onKeyDown={({ key }) => SCROLLS.has(key) && goToPlace(places.reading)}
        >
          <bdi>{nameOf(row)}</bdi>
        </h2>
        <p className="reading-from">
          {company && <bdi>{company}</bdi>}
          {name && <bdi>{email}</bdi>}
        </p>
        <p className="reading-facts">
          <span className="reading-state">
            <Glyph name={spam === null ? handling : 'spam'} />
            {stateWord(row)}
          </span>
          <time dateTime={receivedAt} title={fullTime(receivedAt)}>
            {stamp(receivedAt)}
          </time>
          <span className="reading-reference">{reference}</span>
        </p>
      </div>
      <SceneSky scene={sceneOf(row)} id="enquiry" />
    </header>
  );
}

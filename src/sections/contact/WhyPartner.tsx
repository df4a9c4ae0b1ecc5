import type { Link } from '../../lib/link.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { DoorResult, type DoorToResult } from '../shared/Doors.tsx';
import { People, type Portrayed } from '../shared/People.tsx';

interface Props {
  why: { heading: string; points: string[] };
  call: { heading: string; text: string; link: Link | undefined };
  people: { heading: string; all: Portrayed[]; linkedIn: string };
  /** What has changed for a client. */
  result: DoorToResult | undefined;
}

export function WhyPartner({ why, call, people, result }: Props) {
  return (
    <aside className="flex flex-col gap-10">
      <section>
        <h2 className="display mb-5 text-h3">{people.heading}</h2>
        <People people={people.all} linkedIn={people.linkedIn} />
      </section>
      <section>
        <h2 className="display text-h3">{why.heading}</h2>
        <ul className="mt-5 flex flex-col gap-4">
          {why.points.map((point) => (
            <li key={point} className="flex gap-3">
              <Icon name="check" />
              {point}
            </li>
          ))}
        </ul>
      </section>
      {result && <DoorResult {...result} />}
      {call.link && (
        <section className="deep partnership-call rounded-card p-8">
          <h2 className="display text-h3">{call.heading}</h2>
          <p className="mt-3 mb-6 text-soft">{call.text}</p>
          <Button link={call.link} />
        </section>
      )}
    </aside>
  );
}

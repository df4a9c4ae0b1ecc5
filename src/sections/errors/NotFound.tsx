import type { Link } from '../../lib/link.ts';
import { Absent } from '../../ui/Absent.tsx';
import { Button } from '../../ui/Button.tsx';
import { TextLink } from '../../ui/TextLink.tsx';

interface Props {
  heading: string;
  text: string;
  home: Link;
  /** Links to other pages. */
  doors?: Link[];
}

/** An empty horizon with the outline of a sun. */
export function NotFound({ heading, text, home, doors = [] }: Props) {
  return (
    <div className="not-found">
      <div className="horizon-sky">
        <Absent />
      </div>
      <div className="horizon-water">
        <div className="wrap flex flex-col items-center pt-16 pb-28 text-center">
          <h1 className="display text-h1">{heading}</h1>
          <p className="display mt-4 max-w-xl text-h3 text-soft">
            {sentencesOf(text).map((sentence) => (
              <span key={sentence} className="block">
                {sentence}{' '}
              </span>
            ))}
          </p>
          <div className="mt-9">
            <Button link={home} />
          </div>
          <div className="actions mt-4 justify-center">
            {doors.map((door) => (
              <TextLink key={door.href} link={door} />
            ))}
          </div>
        </div>
      </div>
    </div>
  );
}

/** One line per sentence. */
const sentencesOf = (text: string) => text.split(/(?<=[.?!]) (?=\p{Lu})/u);

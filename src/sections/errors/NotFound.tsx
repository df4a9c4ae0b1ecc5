import type { Link } from '../../lib/link.ts';
import { Button } from '../../ui/Button.tsx';
import { TextLink } from '../../ui/TextLink.tsx';

interface Props {
  heading: string;
  text: string;
  home: Link;
  /** Links to other pages. */
  doors?: Link[];
}

/** The place of a form, with nothing in it: so nothing is reflected. */
export function NotFound({ heading, text, home, doors = [] }: Props) {
  return (
    <div className="not-found">
      <div className="horizon-sky">
        <div className="wrap">
          <h1 className="display text-hero">{heading}</h1>
          <div className="absent-figure absent-tall" />
        </div>
      </div>
      <div className="wrap">
        <p className="display text-h3">
          {sentencesOf(text).map((sentence) => (
            <span key={sentence} className="block">
              {sentence}{' '}
            </span>
          ))}
        </p>
        <div>
          <Button link={home} />
          {doors.length > 0 && (
            <ul className="mt-6 rule-t">
              {doors.map((door) => (
                <li key={door.href} className="rule-b">
                  <TextLink link={door} />
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
    </div>
  );
}

/** One line per sentence. */
const sentencesOf = (text: string) => text.split(/(?<=[.?!]) (?=\p{Lu})/u);

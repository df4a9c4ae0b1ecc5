import { sun } from '../../drawing/scene.ts';
import type { Link } from '../../lib/link.ts';
import { Button } from '../Button.tsx';
import { Scene } from '../Scene.tsx';

interface SentWords {
  heading: string;
  text: string;
  reference: string;
  next: string;
  another: string;
}

interface Props {
  words: SentWords;
  reference: string;
  /** A next step. Left out without a booking page. */
  call?: Link | undefined;
  /** A page with an empty form. */
  again: string;
}

const SUNRISE = {
  width: 640,
  height: 92,
  shapes: [
    { d: sun(84, 84, 8), tone: 'halo' },
    { d: sun(84, 52, 14), tone: 'teal' },
  ],
} as const;

/** The confirmation, shown only for an enquiry that is stored. */
export function Sent({ words, reference, call, again }: Props) {
  return (
    <div className="sent">
      <Scene scene={SUNRISE} id="sent" />
      <h2 className="display text-h2">{words.heading}</h2>
      <p className="lead mt-3">{words.text}</p>
      <p className="mt-5 text-sm text-soft">{words.reference}</p>
      <p className="reference">{reference}</p>
      {call && (
        <>
          <p className="mt-5 mb-3">{words.next}</p>
          <Button link={call} />
        </>
      )}
      <p className="mt-6">
        <a className="underline" href={again}>
          {words.another}
        </a>
      </p>
    </div>
  );
}

import { Notice } from './Notice.tsx';

interface Props {
  words: { heading: string; text: string; reference: string; another: string };
  reference: string;
  /** A page with an empty form. */
  again: string;
}

/** The confirmation. It is shown only for what is stored. */
export function Sent({ words, reference, again }: Props) {
  return (
    <Notice kind="sent" heading={words.heading}>
      <p className="mt-1">{words.text}</p>
      <p className="mt-4 text-sm">{words.reference}</p>
      <p className="reference">{reference}</p>
      <p className="mt-4">
        <a className="underline" href={again}>
          {words.another}
        </a>
      </p>
    </Notice>
  );
}

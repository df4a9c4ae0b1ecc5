import type { ExampleStatus } from '../lib/example-status.ts';
import { ExampleNote } from './ExampleNote.tsx';

interface Props {
  text: string;
  attribution?: string;
  size?: keyof typeof sizes;
  status?: ExampleStatus;
}

const sizes = { large: 'text-h2', medium: 'text-h3' } as const;

export function Quote({ text, attribution, size = 'medium', status }: Props) {
  return (
    <figure className="quote">
      <blockquote className={`display ${sizes[size]}`}>
        <p>‘{text}’</p>
      </blockquote>
      <ExampleNote status={status} />
      {attribution && <figcaption className="mt-5 text-sm text-soft">{attribution}</figcaption>}
    </figure>
  );
}

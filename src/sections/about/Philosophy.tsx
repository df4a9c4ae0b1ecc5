import type { Link } from '../../lib/link.ts';
import { Button } from '../../ui/Button.tsx';

interface Props {
  heading: string;
  paragraphs: string[];
  partnerships: Link;
  linkedIn: Link | undefined;
}

export function Philosophy({ heading, paragraphs, partnerships, linkedIn }: Props) {
  return (
    <section className="wrap section-pad grid gap-x-16 gap-y-8 md:grid-cols-[1fr_1.6fr]">
      <h2 className="display text-h2">{heading}</h2>
      <div className="max-w-2xl">
        <div className="flow text-lead">
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
        <div className="mt-10 flex flex-wrap gap-3">
          <Button link={partnerships} />
          {linkedIn && <Button link={linkedIn} variant="secondary" />}
        </div>
      </div>
    </section>
  );
}

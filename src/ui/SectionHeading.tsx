import type { Link } from '../lib/link.ts';
import { NoBreak } from './NoBreak.tsx';
import { TextLink } from './TextLink.tsx';

interface Props {
  heading: string;
  lead?: string | undefined;
  link?: Link | undefined;
}

/** What a section is about; beside it, where there is room, what it says and where there is more. */
export function SectionHeading({ heading, lead, link }: Props) {
  return (
    <div className="section-heading">
      <h2 className="display text-h2">{heading}</h2>
      <div>
        {lead && (
          <p className="lead">
            <NoBreak text={lead} />
          </p>
        )}
        {link && <TextLink link={link} />}
      </div>
    </div>
  );
}

import type { ExampleStatus } from '../../lib/example-status.ts';
import { newTabProps } from '../../lib/link.ts';
import { NewTab } from '../../ui/Button.tsx';
import { ExampleNote } from '../../ui/ExampleNote.tsx';
import { Portrait, type Portrayal } from '../../ui/Portrait.tsx';

export interface Portrayed extends Portrayal {
  role: string;
  place?: string | undefined;
  sentence?: string | undefined;
  linkedInUrl?: string | undefined;
  /** Read out after the link to the profile. */
  newTab: string;
  status?: ExampleStatus | undefined;
  /** Whether they answer enquiries. */
  answers?: boolean;
}

/** Who signs for the firm: a face, a name, a role, one sentence. */
export function People({ people, linkedIn }: { people: Portrayed[]; linkedIn: string }) {
  return (
    <ul className="people">
      {people.map(({ role, place, sentence, linkedInUrl, newTab, status, ...portrayal }, i) => (
        <li key={portrayal.name} className="person">
          <Portrait {...portrayal} id={`person-${i + 1}`} />
          <div>
            <p className="display text-h4">{portrayal.name}</p>
            <p className="text-sm text-soft">
              {[role, place].filter(Boolean).join(', ')}
              <ExampleNote status={status} />
            </p>
            {sentence && <p className="mt-2">{sentence}</p>}
            {linkedInUrl && (
              <Profile
                href={linkedInUrl}
                label={linkedIn.replace('{name}', portrayal.name)}
                newTab={newTab}
              />
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

function Profile(link: { href: string; label: string; newTab: string }) {
  return (
    <a className="text-link text-sm" href={link.href} {...newTabProps(link)}>
      {link.label}
      <NewTab link={link} />
    </a>
  );
}

import { type Link, newTabProps } from '../../lib/link.ts';
import { NewTab } from '../../ui/Button.tsx';
import { Icon, type IconName } from '../../ui/Icon.tsx';
import { Closing } from '../shared/Closing.tsx';

interface Props {
  heading: string;
  lead: string;
  contactHeading: string;
  booking: Link;
  /** The text on the empty horizon. */
  figure: string | undefined;
  ways: { icon: IconName; title: string; link: Link }[];
}

export function LetsConnect({ heading, lead, contactHeading, booking, figure, ways }: Props) {
  return (
    <Closing
      heading={heading}
      lead={lead}
      actions={[booking]}
      figure={figure}
      aside={<Ways heading={contactHeading} ways={ways} />}
    />
  );
}

/** Three ways to reach us. */
function Ways({ heading, ways }: { heading: string; ways: Props['ways'] }) {
  return (
    <div id="contact">
      <h3 className="display text-h3">{heading}</h3>
      <ul className="mt-3 rule-t">
        {ways.map(({ icon, title, link }) => (
          <li key={title} className="rule-b">
            <a className="way" href={link.href} {...newTabProps(link)}>
              <Icon name={icon} />
              <span className="min-w-0">
                <span className="block text-sm text-soft">{title}</span>
                <span className="block">
                  {link.label}
                  <NewTab link={link} />
                </span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

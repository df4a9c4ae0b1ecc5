import { type Link, newTabProps } from '../../lib/link.ts';
import { NewTab } from '../../ui/Button.tsx';
import { Icon, type IconName } from '../../ui/Icon.tsx';

interface Props {
  heading: string;
  channels: { icon: IconName; title: string; text: string; link: Link }[];
}

/** Four cards, each a whole link. */
export function Channels({ heading, channels }: Props) {
  return (
    <section className="wrap pb-14 md:pb-20" aria-labelledby="channels">
      <h2 id="channels" className="sr-only">
        {heading}
      </h2>
      <ul className="channels">
        {channels.map(({ icon, title, text, link }) => (
          <li key={title} className="channel">
            <Icon name={icon} />
            <h3 className="display text-h4">{title}</h3>
            <p className="text-sm text-soft">{text}</p>
            <p className="mt-1 text-sm font-semibold text-accent">
              <a className="stretched" href={link.href} {...newTabProps(link)}>
                {link.label}
                <NewTab link={link} />
              </a>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

import { type Link, newTabProps } from '../../lib/link.ts';
import { sceneFromSeed } from '../../lib/scene.ts';
import { NewTab } from '../../ui/Button.tsx';
import { Icon, type IconName } from '../../ui/Icon.tsx';
import { Scene } from '../../ui/Scene.tsx';

interface Props {
  heading: string;
  lead: string;
  contactHeading: string;
  ways: { icon: IconName; title: string; link: Link }[];
}

/** The page ends below the horizon, with three ways to reach us. */
export function Closing({ heading, lead, contactHeading, ways }: Props) {
  return (
    <section className="deep closing">
      <div className="wrap section-pad grid gap-14 lg:grid-cols-2 lg:gap-20">
        <div>
          <h2 className="display text-h2">{heading}</h2>
          <p className="mt-5 max-w-lg text-lead text-deep-soft text-pretty">{lead}</p>
          <div className="mt-12 hidden lg:block">
            <Scene scene={sceneFromSeed('evening', 520, 150)} id="closing" />
          </div>
        </div>
        <div id="contact">
          <h3 className="display text-h3">{contactHeading}</h3>
          <ul className="mt-6 border-t border-deep-line">
            {ways.map(({ icon, title, link }) => (
              <li key={title} className="border-b border-deep-line">
                <a className="way" href={link.href} {...newTabProps(link)}>
                  <Icon name={icon} />
                  <span className="min-w-0">
                    <span className="block text-sm text-deep-soft">{title}</span>
                    <span className="block break-words">
                      {link.label}
                      <NewTab link={link} />
                    </span>
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}

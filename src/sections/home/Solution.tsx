import { scenes } from '../../drawing/scene.ts';
import type { Link } from '../../lib/link.ts';
import type { Page } from '../../schemas/pages.ts';
import { Scene } from '../../ui/Scene.tsx';
import { SectionHeading } from '../../ui/SectionHeading.tsx';

type Props = Omit<Page<'home'>['solution'], 'services'> & { services: Link };

/** The first card is larger and has a scene. */
export function Solution({ heading, lead, cards, services }: Props) {
  return (
    <section id="solution" className="wrap section-pad">
      <SectionHeading heading={heading} lead={lead} link={services} />
      <ul className="mosaic">
        {cards.map(({ title, text }, i) => (
          <li key={title}>
            {i === 0 && <Scene scene={scenes.plan} id="plan" />}
            <h3 className={`display ${i === 0 ? 'text-h3' : 'text-h4'}`}>{title}</h3>
            <p className="text-soft">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

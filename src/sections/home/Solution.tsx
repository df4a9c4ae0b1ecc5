import { sceneFromSeed } from '../../lib/scene.ts';
import type { Page } from '../../schemas/pages.ts';
import { Scene } from '../../ui/Scene.tsx';
import { SectionHeading } from '../../ui/SectionHeading.tsx';

/** A mosaic: the first card is the one the other five follow from. */
export function Solution({ heading, lead, cards }: Page<'home'>['solution']) {
  return (
    <section id="solution" className="section-pad bg-raised">
      <div className="wrap">
        <SectionHeading heading={heading} lead={lead} />
        <ul className="mosaic">
          {cards.map(({ title, text }, i) => (
            <li key={title}>
              {i === 0 && <Scene scene={sceneFromSeed('compass', 560, 220)} id="solution" />}
              <h3 className={`display ${i === 0 ? 'text-h3' : 'text-h4'}`}>{title}</h3>
              <p className="mt-2 text-soft">{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

import type { Link } from '../../lib/link.ts';
import type { Page } from '../../schemas/pages.ts';
import { Icon } from '../../ui/Icon.tsx';
import { TextLink } from '../../ui/TextLink.tsx';

type Words = Page<'home'>['engagement'];

interface Props {
  models: Words['models'];
  aspects: Words['aspects'];
  asks: Link[];
}

/** A sketch of each model's course: ongoing, from start to end, a single review. */
const courses = [
  'M0 34a20 20 0 0 1 40 0a20 20 0 0 1 40 0a20 20 0 0 1 40 0a20 20 0 0 1 40 0a20 20 0 0 1 40 0a20 20 0 0 1 40 0',
  'M20 34C20 2 160 2 160 34M20 26v16M160 26v16',
  'M40 34a20 20 0 0 1 40 0',
] as const;
const AXIS = 'M0 34H240';

/** The models share their rows, so that aspects can be compared across them. */
export function EngagementModels({ models, aspects, asks }: Props) {
  return (
    <div className="models">
      {models.map((model, i) => (
        <article key={model.name} className={model.badge ? 'model model-popular' : 'model'}>
          <header>
            <svg className="course" viewBox="0 0 240 44" aria-hidden="true">
              <path className="course-axis" d={AXIS} />
              <path d={courses[i]} />
            </svg>
            {model.badge && <p className="model-badge">{model.badge}</p>}
            <h3 className="display text-h3">{model.name}</h3>
            <p className="mt-1 text-soft">{model.summary}</p>
          </header>
          <dl className="contents">
            <div>
              <dt>{aspects.features}</dt>
              {model.features.map((feature) => (
                <dd key={feature}>
                  <Icon name="check" />
                  {feature}
                </dd>
              ))}
            </div>
            {(['shape', 'fits', 'ends'] as const).map((aspect) => (
              <div key={aspect}>
                <dt>{aspects[aspect]}</dt>
                <dd>{model[aspect]}</dd>
              </div>
            ))}
          </dl>
          {asks[i] && <TextLink link={asks[i]} />}
        </article>
      ))}
    </div>
  );
}

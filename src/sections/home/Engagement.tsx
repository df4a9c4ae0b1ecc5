import type { Link } from '../../lib/link.ts';
import type { Page } from '../../schemas/pages.ts';
import { Icon } from '../../ui/Icon.tsx';
import { SectionHeading } from '../../ui/SectionHeading.tsx';
import { TextLink } from '../../ui/TextLink.tsx';

type Data = Page<'home'>['engagement'];

export function Engagement({
  heading,
  lead,
  aspects,
  models,
  process,
  why,
  faq,
}: Omit<Data, 'faq'> & { faq: Link }) {
  return (
    <section id="engagement" className="section-pad">
      <div className="wrap">
        <div className="flex flex-wrap items-end justify-between gap-6">
          <SectionHeading heading={heading} lead={lead} />
          <TextLink link={faq} />
        </div>
        <div className="models">
          {models.map((model, i) => (
            <Model key={model.name} model={model} aspects={aspects} rhythm={rhythms[i] ?? ''} />
          ))}
        </div>
        <Process {...process} />
        <WhyThisMatters {...why} />
      </div>
    </section>
  );
}

/** The course of each model on a line: month after month, one span from start to end, one look at the whole. */
const rhythms = [
  'M0 30a15 15 0 0 1 30 0a15 15 0 0 1 30 0a15 15 0 0 1 30 0a15 15 0 0 1 30 0a15 15 0 0 1 30 0a15 15 0 0 1 30 0h60',
  'M0 30h30M30 30a60 26 0 0 1 120 0h90M30 24v12M150 24v12',
  'M0 30h240M62 30a28 28 0 0 1 56 0M70 36h40M78 42h24',
] as const;

interface ModelProps {
  model: Data['models'][number];
  aspects: Data['aspects'];
  rhythm: string;
}

/** The three share their rows (subgrid), so that each line can be read across. */
function Model({ model, aspects, rhythm }: ModelProps) {
  return (
    <article className={model.badge ? 'model model-popular' : 'model'}>
      <header>
        <p className="model-badge">{model.badge}</p>
        <svg className="rhythm" viewBox="0 0 240 44" aria-hidden="true">
          <path d={rhythm} />
        </svg>
        <h3 className="display text-h3">{model.name}</h3>
        <p className="mt-1 text-soft">{model.summary}</p>
      </header>
      <dl className="contents">
        <div>
          <dt>{aspects.features}</dt>
          {model.features.map((feature) => (
            <dd key={feature} className="flex gap-2.5">
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
    </article>
  );
}

/** One line through three stations. */
function Process({ heading, steps }: Data['process']) {
  return (
    <div className="mt-24 md:mt-32">
      <h3 className="display text-h3">{heading}</h3>
      <ol className="stations">
        {steps.map(({ title, text }) => (
          <li key={title}>
            <h4 className="display text-h4">{title}</h4>
            <p className="mt-2 max-w-xs text-soft">{text}</p>
          </li>
        ))}
      </ol>
    </div>
  );
}

function WhyThisMatters({ heading, points }: Data['why']) {
  return (
    <div className="mt-24 grid gap-10 md:mt-32 md:grid-cols-[1fr_2fr]">
      <h3 className="display text-h3">{heading}</h3>
      <ul className="divided">
        {points.map(({ title, text }) => (
          <li key={title} className="grid gap-x-8 gap-y-1 sm:grid-cols-2">
            <h4 className="font-semibold">{title}</h4>
            <p className="text-soft">{text}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}

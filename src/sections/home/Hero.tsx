import type { Hue } from '../../drawing/scene.ts';
import type { Link } from '../../lib/link.ts';
import type { CaseStudy } from '../../schemas/case-study.ts';
import type { Claim } from '../../schemas/claim.ts';
import type { Page } from '../../schemas/pages.ts';
import { Button } from '../../ui/Button.tsx';
import { ChartLabels, ChartSky, ChartWater } from '../../ui/Chart.tsx';
import { ExampleNote } from '../../ui/ExampleNote.tsx';
import { NoBreak } from '../../ui/NoBreak.tsx';
import { Signature, type Signed } from '../../ui/Signature.tsx';
import { TextLink } from '../../ui/TextLink.tsx';

interface Props {
  words: Page<'home'>['hero'];
  facts: Claim[];
  partnerships: Link;
  booking: Link;
  /** The case study that the chart shows. Without one, the line is bare. */
  study: (CaseStudy & { link: Link; hue: Hue }) | undefined;
  labels: Page<'case-studies'>['labels'];
  free: string;
  /** Who takes the first call. */
  person: Signed | undefined;
}

/** Above the horizon: the words, and a client's figures today. Below it: the figures before. */
export function Hero({ words, facts, partnerships, booking, study, labels, free, person }: Props) {
  const chart = study && { results: study.results, words: labels, tones: [study.hue], id: 'hero' };
  return (
    <section className="home-hero">
      <div className="horizon-sky">
        <div className="wrap home-hero-grid">
          <div className="home-hero-words">
            <p className="eyebrow">{words.audience}</p>
            <h1 className="display mt-4 text-hero">{words.heading}</h1>
            <p className="mt-5 max-w-2xl text-lead">{words.lead}</p>
            <div className="actions mt-6">
              <Button link={booking} />
              <p className="text-sm font-semibold">{free}</p>
              <TextLink link={partnerships} />
            </div>
          </div>
          {chart && <ChartSky {...chart} />}
        </div>
      </div>
      <div className={chart && 'horizon-water'}>
        <div className="wrap home-hero-grid">
          <div>
            {chart && (
              <>
                <ChartWater {...chart} />
                <ChartLabels {...chart} />
              </>
            )}
          </div>
          <div className="home-hero-key">
            {study && <ChartKey study={study} labels={labels} />}
            {person && <Signature person={person} />}
          </div>
        </div>
        {facts.length > 0 && (
          <ul className="wrap home-facts">
            {facts.map(({ id, figure, wording, status }) => (
              <li key={id}>
                <NoBreak text={figure ? `${figure} ${wording}` : wording} />
                <ExampleNote status={status} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

/** How to read the chart, and a link to the case study it shows. */
function ChartKey({ study, labels }: Pick<Props, 'labels'> & { study: NonNullable<Props['study']> }) {
  return (
    <div>
      <p>
        <strong>{labels.above.replace('{timeline}', study.timeline)}</strong> {labels.below} {labels.forms}
        <ExampleNote status={study.status} />
      </p>
      <TextLink link={study.link} />
    </div>
  );
}

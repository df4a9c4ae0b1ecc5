import type { Result } from '../../drawing/before-after.ts';
import type { Hue } from '../../drawing/scene.ts';
import type { ExampleStatus } from '../../lib/example-status.ts';
import type { Link } from '../../lib/link.ts';
import type { Service } from '../../schemas/service.ts';
import { Button } from '../../ui/Button.tsx';
import { Chart } from '../../ui/Chart.tsx';
import { ExampleNote } from '../../ui/ExampleNote.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ServiceFigure } from '../../ui/ServiceFigure.tsx';

/** A result of this service for a client, with a link to its case study. */
interface Proof {
  figures: Result;
  words: { before: string; after: string };
  status: ExampleStatus;
  hue: Hue;
  href: string;
}

interface Props {
  services: (Service & { id: string; mail: Link; proof: Proof | undefined })[];
  outcomes: string;
}

export function ServiceList({ services, outcomes }: Props) {
  return (
    <div className="wrap section-pad service-list">
      {services.map((service) => (
        <section key={service.id} id={service.id} className={`service hue-${service.color}`}>
          <div className="service-picture">
            {service.proof ? (
              <a href={service.proof.href}>
                <Chart
                  results={[{ ...service.proof.figures, short: undefined }]}
                  words={service.proof.words}
                  tones={[service.proof.hue]}
                  id={service.id}
                />
                <ExampleNote status={service.proof.status} />
              </a>
            ) : (
              <ServiceFigure icon={service.icon} id={service.id} />
            )}
          </div>
          <div className="service-words">
            <p className="hue-text text-sm font-semibold">{service.subtitle}</p>
            <h2 className="display mt-1 text-h2">{service.title}</h2>
            <p className="mt-5 max-w-xl">{service.description}</p>
            <h3 className="mt-7 text-sm font-semibold">{outcomes}</h3>
            <ul className="mt-2 flex flex-col gap-2">
              {service.outcomes.map((outcome) => (
                <li key={outcome} className="hue-icon flex gap-2.5">
                  <Icon name="check" />
                  {outcome}
                </li>
              ))}
            </ul>
            <div className="mt-8">
              <Button link={service.mail} />
            </div>
          </div>
        </section>
      ))}
    </div>
  );
}

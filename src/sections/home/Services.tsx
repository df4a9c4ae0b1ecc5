import type { Link } from '../../lib/link.ts';
import { servicePath } from '../../routes.ts';
import type { Service } from '../../schemas/service.ts';
import { SectionHeading } from '../../ui/SectionHeading.tsx';
import { ServiceFigure } from '../../ui/ServiceFigure.tsx';

interface Props {
  heading: string;
  lead: string;
  services: (Service & { id: string })[];
  all: Link;
}

export function Services({ heading, lead, services, all }: Props) {
  return (
    <section id="services" className="wrap section-pad">
      <SectionHeading heading={heading} lead={lead} link={all} />
      <ul className="service-cards">
        {services.map(({ id, title, subtitle, summary, color, icon }) => (
          <li key={id} className={`service-card hue-${color}`}>
            <div>
              <h3 className="display text-h4 md:text-h3">
                <a className="stretched" href={servicePath(id)}>
                  {title}
                </a>
              </h3>
              <p className="hue-text mt-1 text-sm font-semibold">{subtitle}</p>
              <p className="mt-1 max-w-sm md:mt-4">{summary}</p>
            </div>
            <ServiceFigure icon={icon} id={id} />
          </li>
        ))}
      </ul>
    </section>
  );
}

import type { Link } from '../../lib/link.ts';
import type { Page } from '../../schemas/pages.ts';
import { Button } from '../../ui/Button.tsx';
import { SectionHeading } from '../../ui/SectionHeading.tsx';

type Props = Omit<Page<'services'>['partner'], 'partnerships' | 'booking'> & {
  partnerships: Link;
  booking: Link;
};

export function HowWePartner({ heading, lead, habits, partnerships, booking }: Props) {
  return (
    <section>
      <div className="wrap section-pad grid gap-12 lg:grid-cols-[1fr_1.6fr]">
        <div>
          <SectionHeading heading={heading} lead={lead} />
          <div className="mt-9 flex flex-wrap gap-3">
            <Button link={booking} />
            <Button link={partnerships} />
          </div>
        </div>
        <ul className="divided">
          {habits.map(({ title, text }) => (
            <li key={title} className="grid gap-x-8 gap-y-1 sm:grid-cols-[1fr_1.6fr]">
              <h3 className="display text-h4">{title}</h3>
              <p className="text-soft">{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

import type { Link } from '../../lib/link.ts';
import type { Page } from '../../schemas/pages.ts';
import { Button } from '../../ui/Button.tsx';
import { PointList } from '../../ui/PointList.tsx';
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
        <PointList points={habits} />
      </div>
    </section>
  );
}

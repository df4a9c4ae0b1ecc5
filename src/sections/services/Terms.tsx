import { questionPath } from '../../routes.ts';
import type { Page } from '../../schemas/pages.ts';
import { PointList } from '../../ui/PointList.tsx';
import { SectionHeading } from '../../ui/SectionHeading.tsx';
import { TextLink } from '../../ui/TextLink.tsx';

type Props = Pick<Page<'services'>, 'firstWeeks' | 'fee'>;

/** The first weeks of an engagement, and what the fee depends on. */
export function Terms({ firstWeeks, fee }: Props) {
  return (
    <>
      <section className="terms wrap section-pad grid gap-8">
        <Beginning {...firstWeeks} />
        <ol className={fitsOneLine(firstWeeks.days) ? 'days days-line' : 'days'}>
          {firstWeeks.days.map(({ title, text, days }) => (
            <li key={title} className={`days-${days}`}>
              <div>
                <h3 className="font-semibold">{title}</h3>
                <p className="mt-1 text-soft">{text}</p>
              </div>
            </li>
          ))}
        </ol>
      </section>
      <section className="terms wrap section-pad grid gap-12 lg:grid-cols-[1fr_1.6fr]">
        <Beginning {...fee} />
        <PointList points={fee.points} />
      </section>
    </>
  );
}

/**
 * Above and below one line, each text has the room of its own days and those of the next step. More days than two weeks
 * have would stand too close, and so would texts that start a day or two apart.
 */
const fitsOneLine = (steps: Props['firstWeeks']['days']) =>
  steps.reduce((sum, { days }) => sum + days, 0) <= LONGEST_LINE_DAYS &&
  steps.slice(0, -2).every(({ days }, i) => days + (steps[i + 1]?.days ?? 0) >= LEAST_ROOM_DAYS);
const LONGEST_LINE_DAYS = 10;
const LEAST_ROOM_DAYS = 3;

function Beginning({ heading, lead, answer }: Props['firstWeeks' | 'fee']) {
  return (
    <div>
      <SectionHeading heading={heading} lead={lead} />
      <TextLink link={{ href: questionPath(answer.question), label: answer.action }} />
    </div>
  );
}

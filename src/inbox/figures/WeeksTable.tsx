import type { Figures } from '../../lib/inbox.ts';
import { dayText } from '../times.ts';
import { number } from '../words.ts';

/** The same for those who do not see the picture; for everybody where page views stand beside the enquiries. */
export function WeeksTable({ weeks }: Pick<Figures, 'weeks'>) {
  const hasVisits = weeks.some(({ visits }) => visits !== undefined);
  return (
    <table className={hasVisits ? 'weeks-table' : 'sr-only'}>
      <caption>{hasVisits ? 'Enquiries and page views by week' : 'Enquiries by week'}</caption>
      <thead>
        <tr>
          <th scope="col">Week from</th>
          <th scope="col">Enquiries</th>
          <th scope="col">Spam</th>
          {hasVisits && <th scope="col">Page views</th>}
        </tr>
      </thead>
      <tbody>
        {weeks.map(({ monday, count, spam, visits }) => (
          <tr key={monday}>
            <th scope="row">{dayText(monday)}</th>
            <td>{number(count)}</td>
            <td>{number(spam)}</td>
            {visits !== undefined && <td>{number(visits)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

import type { Figures } from '../../lib/inbox.ts';
import { dayText } from '../times.ts';

/** The same for those who do not see the picture. */
export function WeeksTable({ weeks }: Pick<Figures, 'weeks'>) {
  return (
    <table className="sr-only">
      <caption>Enquiries by week</caption>
      <thead>
        <tr>
          <th scope="col">Week from</th>
          <th scope="col">Enquiries</th>
          <th scope="col">Spam</th>
        </tr>
      </thead>
      <tbody>
        {weeks.map(({ monday, count, spam }) => (
          <tr key={monday}>
            <th scope="row">{dayText(monday)}</th>
            <td>{count}</td>
            <td>{spam}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

import type { Keeping as Facts } from '../../lib/inbox.ts';
import { stamp } from '../times.ts';
import { bytes, number } from '../words.ts';

/** Whether the enquiries are safe: the last backup, the last mail, the disk. */
export function Keeping({ backup, mail, disk }: Facts) {
  const facts = [
    backup !== undefined && ['Last backup', backup ? stamp(backup) : 'none found'],
    ['Last mail delivered', mail.last ? stamp(mail.last) : 'none yet'],
    ['Mails that wait', number(mail.waiting)],
    disk && ['Free on the disk', `${bytes(disk.free)}, ${Math.round(disk.share * 100)}%`],
  ].filter((fact) => fact !== false && fact !== undefined);
  return (
    <section className="keeping" aria-labelledby="keeping">
      <h3 id="keeping" className="part-heading">
        How the enquiries are kept
      </h3>
      <dl>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

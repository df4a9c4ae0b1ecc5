import type { Whole } from '../../lib/inbox.ts';

/** What was filled in besides the message. */
export function Fields({ fields }: Pick<Whole, 'fields'>) {
  const filled = fields.filter(({ value }) => value !== '');
  if (filled.length === 0) return null;
  return (
    <section className="part" aria-labelledby="fields">
      <h3 id="fields" className="part-heading">
        Filled in
      </h3>
      <dl className="fields">
        {filled.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="said" dir="auto">
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

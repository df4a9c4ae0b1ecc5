import type { Claim } from '../../schemas/claim.ts';
import { Stat } from '../../ui/Stat.tsx';

export function Stats({ heading, claims }: { heading: string; claims: Claim[] }) {
  if (claims.length === 0) return null;
  return (
    <section className="wrap py-14 md:py-20" aria-labelledby="stats">
      <h2 id="stats" className="display text-h3">
        {heading}
      </h2>
      <dl className="stats">
        {claims.map((claim) => (
          <Stat key={claim.id} claim={claim} />
        ))}
      </dl>
    </section>
  );
}

import type { Link } from '../../lib/link.ts';
import { scenes } from '../../lib/scene.ts';
import type { Claim } from '../../schemas/claim.ts';
import { Button } from '../../ui/Button.tsx';
import { ExampleMark } from '../../ui/ExampleMark.tsx';
import { NoBreak } from '../../ui/NoBreak.tsx';
import { SceneSky, SceneWater } from '../../ui/Scene.tsx';

interface Props {
  audience: string;
  heading: string;
  lead: string;
  facts: Claim[];
  partnerships: Link;
  booking: Link;
}

/** The picture is one: forms above the horizon with the words, their reflection below it with the facts. */
export function Hero({ audience, heading, lead, facts, partnerships, booking }: Props) {
  return (
    <section className="home-hero">
      <div className="horizon-sky">
        <div className="wrap home-hero-grid">
          <div className="home-hero-words">
            <p className="eyebrow">{audience}</p>
            <h1 className="display mt-5 text-hero">{heading}</h1>
            <p className="mt-6 max-w-lg text-lead text-balance">{lead}</p>
            <div className="mt-9 flex flex-wrap gap-3">
              <Button link={booking} />
              <Button link={partnerships} />
            </div>
          </div>
          <SceneSky scene={scenes.home} id="hero" />
        </div>
      </div>
      <div className="horizon-water">
        <div className="wrap home-hero-grid">
          {facts.length === 0 && <div />}
          <SceneWater scene={scenes.home} id="hero" />
          {facts.length > 0 && (
            <ul className="home-facts">
              {facts.map(({ id, figure, wording, status }) => (
                <li key={id}>
                  <NoBreak text={figure ? `${figure} ${wording}` : wording} />
                  <ExampleMark status={status} />
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
    </section>
  );
}

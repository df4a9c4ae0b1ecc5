import type { ReactNode } from 'react';
import { atDusk, type SceneData } from '../../drawing/scene.ts';
import type { Link } from '../../lib/link.ts';
import { Button } from '../../ui/Button.tsx';
import { SceneSky, SceneWater } from '../../ui/Scene.tsx';

interface Props {
  heading: string;
  lead: string;
  /** The first one is the next step, the others are alternatives. */
  actions: Link[];
  /** The page's own scene, repeated on a wide horizon. */
  scene?: SceneData;
  /** Without a scene: the text on the empty horizon. */
  absent?: string;
  /** Beside the heading on a wide screen. */
  aside?: ReactNode;
}

/** The last thing on a page: one obvious next step, then the horizon, and the footer lies in the water below it. */
export function Closing({ heading, lead, actions, scene, absent, aside }: Props) {
  const evening = scene && atDusk(scene);
  return (
    <section className="deep closing">
      <div className="horizon-sky">
        <div className="wrap pt-12 md:pt-20">
          <div className={aside ? 'grid gap-8 lg:grid-cols-2 lg:gap-20' : undefined}>
            <div className="max-w-2xl">
              <h2 className="display text-h2">{heading}</h2>
              <p className="lead mt-4 max-w-xl">{lead}</p>
              <div className="mt-6 flex flex-wrap gap-3">
                {actions.map((link, i) => (
                  <Button key={link.label} link={link} variant={i === 0 ? 'primary' : 'secondary'} />
                ))}
              </div>
            </div>
            {aside}
          </div>
          <div className="mt-6">
            {evening && <SceneSky scene={evening} id="closing" copyOf="hero" />}
            {absent && <p className={aside ? 'absent-figure' : 'absent-figure absent-tall'}>{absent}</p>}
          </div>
        </div>
      </div>
      {evening && (
        <div className="wrap">
          <SceneWater scene={evening} id="closing" />
        </div>
      )}
    </section>
  );
}

import type { ReactNode } from 'react';
import type { SceneData } from '../../drawing/scene.ts';
import type { Link } from '../../lib/link.ts';
import { Button } from '../../ui/Button.tsx';
import { ChartLabels, type ChartProps, ChartSky, ChartWater } from '../../ui/Chart.tsx';
import { SceneSky, SceneWater } from '../../ui/Scene.tsx';

interface Props {
  heading: string;
  lead: string;
  /** On the horizon: a scene, or a chart of clients' results. */
  picture: { scene: SceneData } | { chart: Omit<ChartProps, 'id'> };
  /** The first call to action, and the note beside it. */
  call?: { link: Link; free: string };
  /** Below the horizon, beside the chart; on a phone below it. */
  below?: ReactNode;
}

/** The head of every inner page: words on the left, its own picture on the horizon at the right. */
export function PageHero({ heading, lead, picture, call, below }: Props) {
  return (
    <div className="page-hero">
      <div className="horizon-sky">
        <div className="wrap page-hero-grid">
          <div className="py-10 md:py-14">
            <h1 className="display text-h1">{heading}</h1>
            <p className="lead mt-6 max-w-xl">{lead}</p>
            {call && <FirstCall {...call} />}
          </div>
          {'chart' in picture ? (
            <ChartSky {...picture.chart} id="hero" />
          ) : (
            <SceneSky scene={picture.scene} id="hero" />
          )}
        </div>
      </div>
      <div className="horizon-water">
        <div className="wrap page-hero-grid">
          {'chart' in picture ? (
            <>
              <div className="page-hero-water">
                <ChartWater {...picture.chart} id="hero" />
                <ChartLabels {...picture.chart} />
              </div>
              <div className="page-hero-below">{below}</div>
            </>
          ) : (
            <>
              <div />
              <SceneWater scene={picture.scene} id="hero" />
            </>
          )}
        </div>
      </div>
    </div>
  );
}

function FirstCall({ link, free }: NonNullable<Props['call']>) {
  return (
    <div className="actions mt-6">
      <Button link={link} />
      <p className="text-sm font-semibold">{free}</p>
    </div>
  );
}

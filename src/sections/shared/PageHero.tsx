import type { ReactNode } from 'react';
import type { Link } from '../../lib/link.ts';
import { Button } from '../../ui/Button.tsx';
import { ChartLabels, type ChartProps, ChartSky, ChartWater } from '../../ui/Chart.tsx';

interface Props {
  heading: string;
  lead: string;
  /** Clients' results, on the horizon. */
  chart?: Omit<ChartProps, 'id'> | undefined;
  /** The first call to action, and the note beside it. */
  call?: { link: Link; free: string };
  /** Below the horizon, beside the chart; on a phone below it. */
  below?: ReactNode;
  /** Who stands on the line in place of a chart. */
  standing?: ReactNode;
}

/** The head of every inner page: its words above a line, on which only figures and people stand. */
export function PageHero({ heading, lead, chart, call, below, standing }: Props) {
  const words = (
    <>
      <h1 className="display text-h1">{heading}</h1>
      <p className="lead max-w-xl">{lead}</p>
      {call && <FirstCall {...call} />}
    </>
  );
  if (!chart)
    return (
      <div className="page-hero">
        <div className={standing ? undefined : 'horizon-sky'}>
          <div className="wrap page-hero-bare">{words}</div>
          {standing}
        </div>
      </div>
    );
  return (
    <div className="page-hero">
      <div className="horizon-sky">
        <div className="wrap page-hero-grid">
          <div className="page-hero-words">{words}</div>
          <ChartSky {...chart} id="hero" />
        </div>
      </div>
      <div className="horizon-water">
        <div className="wrap page-hero-grid">
          <div className="page-hero-water">
            <ChartWater {...chart} id="hero" />
            <ChartLabels {...chart} />
          </div>
          <div className="page-hero-below">{below}</div>
        </div>
      </div>
    </div>
  );
}

function FirstCall({ link, free }: NonNullable<Props['call']>) {
  return (
    <div className="actions">
      <Button link={link} />
      <p className="text-sm font-semibold">{free}</p>
    </div>
  );
}

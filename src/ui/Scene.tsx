import type { SceneData } from '../drawing/scene.ts';

interface Props {
  scene: SceneData;
  /** Unique on a page. */
  id: string;
}

/** The height of a reflection as a share of its form's. */
const REFLECTION_SHARE = 0.62;

/** Forms on a bare line; pure decoration. */
export function Scene(props: Props) {
  return (
    <div className="scene" aria-hidden="true">
      <SceneSky {...props} />
    </div>
  );
}

export function SceneSky({ scene, id }: Props) {
  return (
    <svg
      className="scene-sky"
      viewBox={`0 ${-scene.height} ${scene.width} ${scene.height}`}
      aria-hidden="true"
    >
      <g id={`scene-${id}`} transform={scene.transform}>
        {scene.shapes.map(({ d, tone }) => (
          <path key={d} d={d} className={`tone-${tone}`} />
        ))}
      </g>
    </svg>
  );
}

/** The reflection of a scene: only in the inbox, where no figure stands on a line. */
export function SceneWater({ scene, id }: Props) {
  return (
    <svg
      className="scene-water"
      viewBox={`0 0 ${scene.width} ${Math.round(scene.height * REFLECTION_SHARE)}`}
      preserveAspectRatio="xMidYMin slice"
      aria-hidden="true"
    >
      <use href={`#scene-${id}`} transform={`scale(1 -${REFLECTION_SHARE})`} />
    </svg>
  );
}

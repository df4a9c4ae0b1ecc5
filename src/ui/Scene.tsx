import type { SceneData } from '../drawing/scene.ts';

interface Props {
  scene: SceneData;
  /** Unique on a page: the reflection refers to it. */
  id: string;
  /** The id of a scene with the same shapes that is on the page already. */
  copyOf?: string;
  /** Links the scene to the same one on the next page for a view transition (styles/motion.css). */
  moves?: string | undefined;
}

/** The height of a reflection as a share of its form's. */
const REFLECTION_SHARE = 0.62;

/** A drawing on a horizon with its reflection below; pure decoration. */
export function Scene(props: Props) {
  return (
    <div className="scene" aria-hidden="true">
      <SceneSky {...props} />
      <SceneWater {...props} />
    </div>
  );
}

export function SceneSky({ scene, id, copyOf, moves }: Props) {
  return (
    <svg
      className="scene-sky"
      viewBox={`0 ${-scene.height} ${scene.width} ${scene.height}`}
      data-article={moves && `sky-${moves}`}
      aria-hidden="true"
    >
      <g id={`scene-${id}`} transform={scene.transform}>
        {copyOf ? (
          <use href={`#scene-${copyOf}`} />
        ) : (
          scene.shapes.map(({ d, tone }) => <path key={d} d={d} className={`tone-${tone}`} />)
        )}
      </g>
    </svg>
  );
}

export function SceneWater({ scene, id, moves }: Props) {
  return (
    <svg
      className="scene-water"
      viewBox={`0 0 ${scene.width} ${Math.round(scene.height * REFLECTION_SHARE)}`}
      preserveAspectRatio="xMidYMin slice"
      data-article={moves && `water-${moves}`}
      aria-hidden="true"
    >
      <use href={`#scene-${id}`} transform={`scale(1 -${REFLECTION_SHARE})`} />
    </svg>
  );
}

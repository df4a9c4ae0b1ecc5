import { hues, sceneFromSeed } from '../lib/scene.ts';
import { Scene } from './Scene.tsx';

export interface Picture {
  src: string;
  srcSet: string;
  width: number;
  height: number;
}

interface Props {
  name: string;
  picture?: Picture | undefined;
  /** One of its kind on a page. */
  id: string;
}

/** The forms of a scene stand in its middle; a portrait shows no more of it than they need. */
const [WIDE, SHOWN, HIGH] = [480, 300, 208];

/** A face, or a scene that is drawn from the name and is nobody else's. */
export function Portrait({ name, picture, id }: Props) {
  if (picture) return <img className="portrait" {...picture} alt="" loading="lazy" />;
  const hue = hues[(name.charCodeAt(0) * 7 + name.charCodeAt(1)) % hues.length] ?? 'violet';
  const scene = sceneFromSeed(name, hue, WIDE, HIGH);
  return (
    <div className={`portrait hue-${hue === 'violet' ? 'lavender' : hue}`}>
      <Scene scene={{ ...scene, width: SHOWN, transform: `translate(${(SHOWN - WIDE) / 2})` }} id={id} />
    </div>
  );
}

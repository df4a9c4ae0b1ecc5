import { bustFromSeed, hues } from '../lib/scene.ts';
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

/** With the reflection under it a square. */
const SKY = { width: 300, height: 220 };

/** A face, or a figure that is drawn from the name and is nobody else's. */
export function Portrait({ name, picture, id }: Props) {
  if (picture) return <img className="portrait" {...picture} alt="" loading="lazy" />;
  const hue = hues[(name.charCodeAt(0) * 7 + name.charCodeAt(1)) % hues.length] ?? 'violet';
  return (
    <div className={`portrait hue-${hue === 'violet' ? 'lavender' : hue}`}>
      <Scene scene={bustFromSeed(name, hue, SKY.width, SKY.height)} id={id} />
    </div>
  );
}

import { type Look, profileFromSeed } from '../drawing/profile.ts';
import { hueClass, hues } from '../drawing/scene.ts';
import { Scene } from './Scene.tsx';

export interface PortraitPicture {
  src: string;
  srcSet: string;
  width: number;
  height: number;
}

interface Props {
  name: string;
  picture?: PortraitPicture | undefined;
  /** What is said of how they are drawn. */
  drawn?: readonly Look[] | undefined;
  /** One of its kind on a page. */
  id: string;
}

/** A face, or a profile that is drawn from the name and is nobody else's. */
export function Portrait({ name, picture, drawn, id }: Props) {
  if (picture) return <img className="portrait" {...picture} alt="" loading="lazy" />;
  const hue = hues[(name.charCodeAt(0) * 7 + name.charCodeAt(1)) % hues.length] ?? 'violet';
  return (
    <div className={`portrait ${hueClass(hue)}`}>
      <Scene scene={profileFromSeed(name, hue, drawn)} id={id} />
    </div>
  );
}

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
  /** How the profile is drawn; what is left out follows from the name. */
  drawn?: readonly Look[] | undefined;
  /** Unique on a page. */
  id: string;
}

/** A photograph, or a profile that is drawn from the name. */
export function Portrait({ name, picture, drawn, id }: Props) {
  if (picture) return <img className="portrait" {...picture} alt="" loading="lazy" />;
  const hue = hues[(name.charCodeAt(0) * 7 + name.charCodeAt(1)) % hues.length] ?? 'violet';
  return (
    <div className={`portrait ${hueClass(hue)}`}>
      <Scene scene={profileFromSeed(name, hue, drawn)} id={id} />
    </div>
  );
}

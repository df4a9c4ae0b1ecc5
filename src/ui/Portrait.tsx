import { type Look, type Practice, profileFromSeed } from '../drawing/profile.ts';
import { hueClass, hues } from '../drawing/scene.ts';
import { Scene } from './Scene.tsx';

interface PortraitPicture {
  src: string;
  srcSet: string;
  width: number;
  height: number;
}

/** How a person is shown. */
export interface Portrayal {
  name: string;
  picture?: PortraitPicture | undefined;
  /** How the profile is drawn; what is left out follows from the name. */
  drawn?: readonly Look[] | undefined;
  /** Left out for those who belong to none: a colour that follows from the name. */
  practice?: Practice | undefined;
}

/** A photograph, or a profile that is drawn from the name; both stand on a line. */
export function Portrait({ name, picture, drawn, practice, id }: Portrayal & { id: string }) {
  if (picture) return <img className="portrait" {...picture} alt="" loading="lazy" />;
  const hue = hues[(name.charCodeAt(0) * 7 + name.charCodeAt(1)) % hues.length] ?? 'violet';
  const shown = practice ?? { hue };
  return (
    <div className={`portrait ${hueClass(shown.hue)}`}>
      <Scene scene={profileFromSeed(name, shown, drawn)} id={id} />
    </div>
  );
}

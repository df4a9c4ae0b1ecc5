import { forms, serviceForms } from '../drawing/scene.ts';
import { Scene } from './Scene.tsx';

interface Props {
  icon: keyof typeof serviceForms;
  id: string;
}

/** A service's form on its line, in the colour of the parent. */
export function ServiceFigure({ icon, id }: Props) {
  const form = serviceForms[icon];
  const scene = {
    width: 160,
    height: 100,
    shapes: [
      { d: forms[form](form === 'arch' ? 44 : 20, form === 'arch' ? 72 : 120, 92), tone: 'hue' as const },
    ],
  };
  return (
    <div className="service-figure">
      <Scene scene={scene} id={id} />
    </div>
  );
}

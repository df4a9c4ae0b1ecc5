import { sun } from '../drawing/scene.ts';

/** What stands on the line where there is nothing: the outline of a sun. */
export function Absent() {
  return (
    <svg className="absent" viewBox="0 -180 400 180" aria-hidden="true">
      <path d={sun(200, 130, 40).replace('z', '')} />
    </svg>
  );
}

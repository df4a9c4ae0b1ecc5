import { sun } from '../drawing/scene.ts';

/** The picture of an empty list or page: the outline of a sun on the horizon. */
export function Absent() {
  return (
    <svg className="absent" viewBox="0 -180 400 180" aria-hidden="true">
      <path d={sun(200, 130, 40).replace('z', '')} />
    </svg>
  );
}

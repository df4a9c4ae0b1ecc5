import { initialsOf } from '../lib/initials.ts';
import { sun } from '../lib/scene.ts';

/** Initials on a risen sun, for whoever has no portrait. */
export function Monogram({ name }: { name: string }) {
  return (
    <svg className="monogram" viewBox="0 0 96 96" aria-hidden="true">
      <path className="tone-halo" d="M0 0h96v62H0z" />
      <path className="tone-violet" transform="translate(0 62)" d={sun(48, 34, 16)} />
      <path className="monogram-water" d="M16 67h64M22 73h52M29 79h38M37 85h22" />
      <text x="48" y="54" textAnchor="middle">
        {initialsOf(name)}
      </text>
    </svg>
  );
}

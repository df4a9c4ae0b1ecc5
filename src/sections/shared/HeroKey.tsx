import { type Hue, hueClass } from '../../drawing/scene.ts';

interface Props {
  /** In the order of the forms, each in its colour. */
  entries: { href: string; label: string; measured: string; hue: Hue }[];
}

/** The legend of a hero's chart: for each form, the client, what was measured, and a link. */
export function HeroKey({ entries }: Props) {
  return (
    <ul className="hero-key">
      {entries.map(({ href, label, measured, hue }) => (
        <li key={href} className={hueClass(hue)}>
          <a className="text-link" href={href}>
            {label}
          </a>
          <span>{measured}</span>
        </li>
      ))}
    </ul>
  );
}

import type { Link } from '../lib/link.ts';
import { newTabProps } from '../lib/link.ts';
import { NewTab } from './Button.tsx';
import { Icon } from './Icon.tsx';

/** A quiet next step: words and an arrow. */
export function TextLink({ link }: { link: Link }) {
  return (
    <a className="text-link" href={link.href} {...newTabProps(link)}>
      {link.label}
      {link.newTab ? <NewTab link={link} /> : <Icon name="arrow" />}
    </a>
  );
}

import { isMail, type Link, newTabProps } from '../lib/link.ts';
import { Icon } from './Icon.tsx';

const variants = {
  primary: 'btn btn-primary',
  secondary: 'btn btn-secondary',
} as const;

interface Props {
  link: Link;
  variant?: keyof typeof variants;
}

/** A link that looks like the next step. One that opens a mail program shows it, and never outshines a meeting. */
export function Button({ link, variant = isMail(link) ? 'secondary' : 'primary' }: Props) {
  return (
    <a className={variants[variant]} href={link.href} {...newTabProps(link)}>
      {isMail(link) && <Icon name="mail" />}
      {link.label}
      <NewTab link={link} />
    </a>
  );
}

/** The arrow and the words that tell of a new tab, to the eye and to the ear. */
export function NewTab({ link }: { link: Link }) {
  if (!link.newTab) return null;
  return (
    <>
      <Icon name="external" />
      <span className="sr-only">{` (${link.newTab})`}</span>
    </>
  );
}

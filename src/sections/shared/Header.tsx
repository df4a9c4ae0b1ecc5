import { newTabProps } from '../../lib/link.ts';
import type { HeaderData } from '../../navigation.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Logo } from '../../ui/Logo.tsx';

interface Props {
  header: HeaderData;
  /** The path of this page, to mark it in the navigation. */
  path: string;
}

/**
 * The small-screen menu is a popover: it opens, closes on Escape and gives the focus back without a script. While it
 * is open the page is hidden, so the focus stays in the header, whose button then closes it.
 */
export function Header({ header, path }: Props) {
  return (
    <header className="site-header">
      <div className="wrap flex h-18 items-center justify-between gap-4">
        <a
          className="flex min-w-0 items-center gap-2.5"
          href={header.home.href}
          aria-label={`${header.name}, ${header.home.label}`}
        >
          <Logo />
          <span className="display truncate text-h4">{header.name}</span>
        </a>
        <a className="header-call" href={header.call.link.href} {...newTabProps(header.call.link)}>
          <Icon name="calendar" />
          <span className="sr-only">
            {header.call.link.label}
            {header.call.link.newTab && ` (${header.call.link.newTab})`}
          </span>
        </a>
        <button type="button" className="menu-button" popoverTarget="menu">
          <span className="menu-bars" aria-hidden="true" />
          {header.menu}
        </button>
        <div id="menu" className="menu" popover="auto">
          <nav aria-label={header.menu}>
            <ul>
              {header.pages.map(({ href, label }) => (
                <li key={href}>
                  <a className="menu-link" href={href} aria-current={href === path ? 'page' : undefined}>
                    {label}
                  </a>
                </li>
              ))}
              {header.more.map(({ href, label }) => (
                <li key={href} className="menu-more">
                  <a className="menu-link" href={href} aria-current={href === path ? 'page' : undefined}>
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
          <div className="menu-more">
            <Button link={header.call.link} />
            <p className="mt-2 text-center text-sm font-semibold">{header.call.free}</p>
          </div>
          <Button link={header.partner} />
        </div>
      </div>
    </header>
  );
}

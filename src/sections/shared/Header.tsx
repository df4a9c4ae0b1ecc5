import type { HeaderData } from '../../navigation.ts';
import { Button } from '../../ui/Button.tsx';
import { Mark } from '../../ui/Mark.tsx';
import { type Outline, Wordmark } from '../../ui/Wordmark.tsx';

interface Props {
  header: HeaderData;
  drawing: Outline | undefined;
  /** The path of this page, to mark it in the navigation. */
  path: string;
}

/**
 * The small-screen menu is a popover: it opens, closes on Escape and gives the focus back without a script. While it
 * is open the page is hidden, so the focus stays in the header, whose button then closes it.
 */
export function Header({ header, drawing, path }: Props) {
  return (
    <header className="site-header">
      <div className="wrap flex h-18 items-center justify-between gap-4">
        <a
          className="flex min-w-0 items-center gap-2.5"
          href={header.home.href}
          aria-label={`${header.name}, ${header.home.label}`}
        >
          <Mark />
          <span className="display truncate text-h4">
            <Wordmark name={header.name} drawing={drawing} />
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
            </ul>
          </nav>
          <Button link={header.partner} />
        </div>
      </div>
    </header>
  );
}

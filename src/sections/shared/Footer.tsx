import { Fragment } from 'react';
import { newTabProps } from '../../lib/link.ts';
import type { FooterData } from '../../navigation.ts';
import { NewTab } from '../../ui/Button.tsx';
import { ExampleNote } from '../../ui/ExampleNote.tsx';
import { FactRow } from '../../ui/FactRow.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { Tooltip, TooltipGroup } from '../../ui/Tooltip.tsx';
import { PrintFoot } from './PrintFoot.tsx';

interface Props {
  footer: FooterData;
  year: number;
  /** The page's address, for print. */
  url: string;
}

export function Footer({ footer, year, url }: Props) {
  return (
    <>
      <PrintFoot name={footer.name} email={footer.email} url={url} />
      <footer className="deep site-footer">
        <div className="wrap footer-grid pt-12 pb-8">
          <div className="max-w-xs">
            <p className="flex items-center gap-2.5">
              <Logo />
              <span className="display min-w-0 text-h4">{footer.name}</span>
            </p>
            <p className="mt-3 text-sm text-soft max-sm:hidden">{footer.description}</p>
            {footer.badges.length > 0 && <Badges badges={footer.badges} />}
          </div>
          {footer.columns.map(({ title, links }) => (
            <nav key={title} aria-label={title}>
              <h2 className="text-sm font-semibold">{title}</h2>
              <ul className="mt-2 text-sm">
                {links.map((link) => (
                  <li key={link.label}>
                    <a className="footer-link" href={link.href} {...newTabProps(link)}>
                      {link.label}
                      <NewTab link={link} />
                    </a>
                  </li>
                ))}
              </ul>
              {title === footer.words.connect && footer.social.length > 0 && (
                <Social social={footer.social} />
              )}
            </nav>
          ))}
        </div>
        <div className="wrap pb-8">
          {footer.sisters.length > 0 && (
            <p className="rule-t pt-6 text-sm text-soft">
              {footer.words.ecosystem}{' '}
              {footer.sisters.map((link, i) => (
                <Fragment key={link.href}>
                  {i > 0 && (i === footer.sisters.length - 1 ? ` ${footer.words.and} ` : ', ')}
                  <Sister link={link} />
                </Fragment>
              ))}
            </p>
          )}
          {footer.particulars.length > 0 && (
            <FactRow className="mt-3 text-sm text-soft" facts={footer.particulars} />
          )}
          <div className="mt-3 flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2 text-sm text-soft">
            <p>
              © <span className="year">{year}</span> {footer.legalName}. {footer.words.rights}
            </p>
            <ul className="flex flex-wrap gap-x-6">
              {footer.legal.map(({ href, label }) => (
                <li key={href}>
                  <a className="footer-link" href={href}>
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        </div>
      </footer>
    </>
  );
}

function Social({ social }: { social: FooterData['social'] }) {
  return (
    <TooltipGroup below>
      {social.map(({ icon, link }) => (
        <Tooltip key={icon} text={link.label}>
          <a className="social" href={link.href} {...newTabProps(link)}>
            <Icon name={icon} />
            <span className="sr-only">{`${link.label} (${link.newTab})`}</span>
          </a>
        </Tooltip>
      ))}
    </TooltipGroup>
  );
}

function Badges({ badges }: { badges: FooterData['badges'] }) {
  return (
    <TooltipGroup>
      {badges.map(({ id, wording, detail, status }) => (
        <Tooltip key={id} id={`tip-${id}`} text={detail ?? wording}>
          <button type="button" className="badge-seal" aria-describedby={`tip-${id}`}>
            {wording}
            <ExampleNote status={status} />
          </button>
        </Tooltip>
      ))}
    </TooltipGroup>
  );
}

function Sister({ link }: { link: FooterData['sisters'][number] }) {
  return (
    <a className="footer-link underline" href={link.href} {...newTabProps(link)}>
      {link.label}
      <NewTab link={link} />
    </a>
  );
}

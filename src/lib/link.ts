/** A link as plain data. `newTab` is what a screen reader is told when it opens elsewhere. */
export interface Link {
  href: string;
  label: string;
  newTab?: string;
}

/** Those of several ways that lead anywhere: a firm need not have all of them. */
export const leadingAnywhere = <const Way extends { link: Link | undefined }>(ways: readonly Way[]) =>
  ways.flatMap(({ link, ...way }) => (link ? [{ ...way, link }] : []));

/** Whether it opens the visitor's mail program. */
export const isMail = (link: Link) => link.href.startsWith('mailto:');

/** The attributes that make a link open elsewhere safely. */
export const newTabProps = (link: Link) =>
  link.newTab ? ({ target: '_blank', rel: 'noopener' } as const) : {};

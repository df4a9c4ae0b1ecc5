/** A link as plain data. `newTab` is read out behind the label of a link that opens in a new tab. */
export interface Link {
  href: string;
  label: string;
  newTab?: string;
}

/** Leaves out entries without a link: a firm need not have all of them. */
export const leadingAnywhere = <const Way extends { link: Link | undefined }>(ways: readonly Way[]) =>
  ways.flatMap(({ link, ...way }) => (link ? [{ ...way, link }] : []));

/** Whether it opens the visitor's mail program. */
export const isMail = (link: Link) => link.href.startsWith('mailto:');

/** The attributes of a link that opens in a new tab. */
export const newTabProps = (link: Link) =>
  link.newTab ? ({ target: '_blank', rel: 'noopener' } as const) : {};

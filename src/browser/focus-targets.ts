/** WebKit sets no caret in a field that a link leads to, although it reports the field as focused. */
export function focusTargets(): void {
  addEventListener('click', ({ target }) => {
    const link = (target as Element).closest<HTMLAnchorElement>('a[href^="#"]');
    if (link) document.getElementById(link.hash.slice(1))?.focus();
  });
}

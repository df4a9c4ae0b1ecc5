/** WebKit gives the target of a link no caret: what is typed goes nowhere, although the field has the focus. */
export function focusTargets(): void {
  addEventListener('click', ({ target }) => {
    const link = (target as Element).closest<HTMLAnchorElement>('a[href^="#"]');
    if (link) document.getElementById(link.hash.slice(1))?.focus();
  });
}

/** What the editor and the browser put there themselves, and what a visitor opened. */
const OURS = new Set(['data-edit', 'tabindex', 'open', 'aria-describedby', 'data-astro-source-file']);

/**
 * Redraws the page as it is now, and leaves alone what did not change: where one reads, what is open, the focus. It
 * draws nothing, and says so, where somebody has begun to type meanwhile.
 */
export async function redraw(isBusy: () => boolean): Promise<boolean> {
  const response = await fetch(location.href, { headers: { Accept: 'text/html' } });
  if (!response.headers.get('Content-Type')?.includes('text/html')) return true;
  const fresh = new DOMParser().parseFromString(await response.text(), 'text/html');
  if (isBusy()) return false;
  document.title = fresh.title;
  for (const name of ['header', 'main', 'footer']) {
    const [before, after] = [document, fresh].map((one) =>
      one.querySelector(`body > ${name}, body > .site-${name}`),
    );
    if (before && after) renew(before, after);
  }
  return true;
}

function renew(before: Element, after: Element): void {
  if (before.isEqualNode(after)) return;
  // An island that woke up is drawn by its own code.
  if (before.localName === 'astro-island') {
    if (before.getAttribute('props') !== after.getAttribute('props')) before.replaceWith(after);
    return;
  }
  for (const { name, value } of after.attributes)
    if (!OURS.has(name) && before.getAttribute(name) !== value) before.setAttribute(name, value);
  for (const { name } of [...before.attributes])
    if (!OURS.has(name) && !after.hasAttribute(name)) before.removeAttribute(name);
  const [old, now] = [[...before.childNodes], [...after.childNodes]];
  if (old.length !== now.length || old.some((node, i) => node.nodeName !== now[i]?.nodeName)) {
    before.replaceChildren(...now);
    return;
  }
  for (const [i, node] of old.entries()) {
    const other = now[i];
    if (node instanceof Element && other instanceof Element) renew(node, other);
    else if (other && node.nodeValue !== other.nodeValue) node.nodeValue = other.nodeValue;
  }
}

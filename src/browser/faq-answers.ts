/** How long a reader may need to notice that a link was copied. */
const COPIED_SHOWN_MS = 2500;

/** The address of the page follows the answer that is open, and the link to it can be copied. */
export function addressAnswers(answers: HTMLElement): void {
  const { copy = '', copied = '' } = answers.dataset;
  const links = answers.querySelectorAll<HTMLAnchorElement>('a[href^="#"]');
  const status = answers.querySelector('[role=status]');
  const name = (link: HTMLElement, words: string) => {
    if (link.lastChild) link.lastChild.nodeValue = words;
  };

  const follow = () => {
    const id = answers.querySelector('[open] [id]')?.id;
    const hash = id ? `#${id}` : '';
    // The page itself opens the first answer; an address changes once the visitor has done something.
    if (hash === location.hash || !navigator.userActivation.hasBeenActive) return;
    history.replaceState(history.state, '', location.pathname + location.search + hash);
  };

  // Browsers that do not open the answer of an address by themselves.
  const open = () => {
    const answer = document.getElementById(location.hash.slice(1));
    const item = answer?.closest('details');
    if (!answer || !item || item.open) return;
    item.open = true;
    answer.scrollIntoView();
  };

  const tell = (link: HTMLAnchorElement) => {
    name(link, copied);
    if (status) status.textContent = copied;
    setTimeout(() => {
      name(link, copy);
      if (status) status.textContent = '';
    }, COPIED_SHOWN_MS);
  };

  const take = (event: MouseEvent) => {
    const link = event.currentTarget as HTMLAnchorElement;
    // Where nothing can be copied, or a new tab is wanted, it is a link like any other.
    if (!navigator.clipboard || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    navigator.clipboard.writeText(link.href).then(
      () => tell(link),
      () => location.assign(link.hash),
    );
  };

  // It does not bubble.
  answers.addEventListener('toggle', follow, true);
  addEventListener('hashchange', open);
  for (const link of links) {
    name(link, copy);
    link.addEventListener('click', take);
  }
  open();
}

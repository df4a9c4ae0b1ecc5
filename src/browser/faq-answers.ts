/** How long the confirmation of a copied link is shown. */
const COPIED_SHOWN_MS = 2500;

/** Keeps the page's address in step with the open answer, and copies the link to an answer. */
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
    // The first answer is open from the start: change nothing before the visitor acts.
    if (hash === location.hash || !navigator.userActivation.hasBeenActive) return;
    history.replaceState(history.state, '', location.pathname + location.search + hash);
  };

  // For browsers that do not open a <details> for its fragment.
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
    // Without a clipboard, or with a modifier key, follow the link.
    if (!navigator.clipboard || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    navigator.clipboard.writeText(link.href).then(
      () => tell(link),
      () => location.assign(link.hash),
    );
  };

  // The toggle event does not bubble.
  answers.addEventListener('toggle', follow, true);
  addEventListener('hashchange', open);
  for (const link of links) {
    name(link, copy);
    link.addEventListener('click', take);
  }
  open();
}

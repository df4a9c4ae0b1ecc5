import { type ReactNode, useEffect, useRef } from 'react';

interface Props {
  heading: string;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog over the page. It is mounted to be opened; Escape closes it, and the focus returns to where it was. */
export function Modal({ heading, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    if (!element?.open) element?.showModal();
    return () => {
      element?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog ref={dialog} className="modal" aria-labelledby="modal-heading" onClose={onClose}>
      <h2 id="modal-heading" className="display text-h3">
        {heading}
      </h2>
      {children}
    </dialog>
  );
}

import { type ReactNode, useLayoutEffect, useRef } from 'react';

interface Props {
  heading: string;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog over the page. It is mounted to be opened; Escape closes it, and the focus returns to where it was. */
export function Modal({ heading, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  // It is closed before it is removed: only then does the browser return the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
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

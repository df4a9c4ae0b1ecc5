import { Icon } from '../Icon.tsx';
import { Notice } from './Notice.tsx';

export interface ToastState {
  heading: string;
  text?: string | undefined;
  /** Dismissed, and on its way out. */
  isLeaving?: boolean;
}

interface Props {
  toast: ToastState | undefined;
  dismiss: string;
  onDismiss: () => void;
}

/**
 * Says that sending is repeated; the outcome is shown in the form. The live region is always in the page: screen readers
 * ignore one that is added together with its text.
 */
export function Toast({ toast, dismiss, onDismiss }: Props) {
  return (
    <div role="status">
      {toast && (
        <div className="toast" data-leaving={toast.isLeaving || undefined}>
          <Notice kind="sending" heading={toast.heading} level="p">
            {toast.text && <p className="mt-1 text-sm">{toast.text}</p>}
          </Notice>
          <button type="button" aria-label={dismiss} onClick={onDismiss}>
            <Icon name="close" />
          </button>
        </div>
      )}
    </div>
  );
}

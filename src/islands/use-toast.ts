import { useEffect, useState } from 'react';
import type { ToastState } from '../ui/form/Toast.tsx';

/** The duration of the exit transition (.toast in contact.css). */
const LEAVING_MS = 200;

/** One toast at a time: shown, updated in place, dismissed, removed. */
export function useToast() {
  const [toast, setToast] = useState<ToastState>();
  const isLeaving = toast?.isLeaving;

  useEffect(() => {
    if (!isLeaving) return;
    const timer = setTimeout(() => setToast(undefined), LEAVING_MS);
    return () => clearTimeout(timer);
  }, [isLeaving]);

  const dismiss = () => setToast((shown) => shown && { ...shown, isLeaving: true });
  return { toast, show: setToast, dismiss };
}

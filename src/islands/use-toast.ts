import { useEffect, useState } from 'react';
import type { ToastState } from '../ui/Toast.tsx';

/** Good news leaves by itself; bad news stays until it is dismissed. */
const GOOD_NEWS = 6000;
/** As long as the way out takes (see .toast in contact.css). */
const WAY_OUT = 200;

/** One toast at a time: shown, brought up to date in place, dismissed, removed. */
export function useToast() {
  const [toast, setToast] = useState<ToastState>();
  const kind = toast?.kind;
  const isLeaving = toast?.isLeaving;

  useEffect(() => {
    if (kind !== 'sent' && !isLeaving) return;
    const next = isLeaving ? () => setToast(undefined) : () => setToast(leaving);
    const timer = setTimeout(next, isLeaving ? WAY_OUT : GOOD_NEWS);
    return () => clearTimeout(timer);
  }, [kind, isLeaving]);

  return { toast, show: setToast, dismiss: () => setToast(leaving) };
}

const leaving = (shown: ToastState | undefined) => shown && { ...shown, isLeaving: true };

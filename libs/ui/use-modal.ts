import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { enterModal } from './modals';

/**
 * Opens the native dialog above everything as long as its component is mounted, puts the focus on `first`,
 * and gives it back to what had it before, or to the page's content where that is gone.
 */
export function useModal(first: RefObject<HTMLElement | null>): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  const leave = useRef<() => void>(undefined);
  // While the dialog still stands in the page: what stands in it for a while can be saved.
  useLayoutEffect(() => () => leave.current?.(), []);
  useEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    if (!element) return;
    element.showModal();
    first.current?.focus();
    leave.current = enterModal(element);
    return () => {
      leave.current?.();
      element.close();
      // A dialog that leaves the page with its component does not return the focus by itself.
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
      else document.querySelector<HTMLElement>('main')?.focus();
    };
  }, [first]);
  return dialog;
}

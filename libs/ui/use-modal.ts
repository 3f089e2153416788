import { useEffect, useRef, type RefObject } from 'react';
import { enterModal } from './modals';

/**
 * Opens the native dialog above everything as long as its component is mounted, puts the focus on `first`,
 * and gives it back to what had it before.
 */
export function useModal(first: RefObject<HTMLElement | null>): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    if (!element) return;
    element.showModal();
    first.current?.focus();
    const leave = enterModal(element);
    return () => {
      leave();
      element.close();
      // A dialog that leaves the page with its component does not return the focus by itself.
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, [first]);
  return dialog;
}

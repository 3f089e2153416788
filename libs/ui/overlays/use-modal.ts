import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { registerModal, topModal } from './modals';

/**
 * Opens the native dialog while its component is mounted, focuses `first`, and restores the focus on unmount,
 * or focuses the page's content.
 */
export function useModal(first: RefObject<HTMLElement | null>): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  const leave = useRef<() => void>(undefined);
  // Before the dialog leaves the document, so that its temporary content can be saved.
  useLayoutEffect(() => () => leave.current?.(), []);
  useEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    if (!element) return;
    const root = document.documentElement;
    // Under another dialog the scrollbar is gone already.
    if (!topModal()) root.style.setProperty('--scrollbar', `${innerWidth - root.clientWidth}px`);
    element.showModal();
    first.current?.focus();
    leave.current = registerModal(element);
    return () => {
      leave.current?.();
      element.close();
      // A dialog that leaves the page with its component does not return the focus by itself.
      const isThere = opener instanceof HTMLElement && opener.isConnected && opener !== document.body;
      if (isThere) opener.focus();
      else document.querySelector<HTMLElement>('main')?.focus();
    };
  }, [first]);
  return dialog;
}

import { useCallback, useEffect, useLayoutEffect, useRef, type RefObject, type SyntheticEvent } from 'react';
import { registerModal, topModal } from './modals';

type DialogEvent = SyntheticEvent<HTMLDialogElement>;

/**
 * What makes a native dialog a modal window while its component is mounted: it focuses `first`, and restores the focus on
 * unmount, or focuses the region that its opener was in, or the page's content. `onClose` asks the owner to close it, who
 * may refuse; a dialog that the browser closed without asking (Escape before anything was clicked, or twice; the back
 * gesture) is open again until then.
 */
export function useModal(first: RefObject<HTMLElement | null>, onClose: () => void) {
  const dialog = useRef<HTMLDialogElement>(null);
  const leave = useRef<() => void>(undefined);
  const show = useCallback(
    (element: HTMLDialogElement) => {
      leave.current?.();
      element.showModal();
      first.current?.focus();
      leave.current = registerModal(element);
    },
    [first],
  );
  // Before the dialog leaves the document, so that its temporary content can be saved.
  useLayoutEffect(() => () => leave.current?.(), []);
  useEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    const regions = regionsAround(opener);
    if (!element) return;
    const root = document.documentElement;
    // Under another dialog the scrollbar is gone already.
    if (!topModal()) root.style.setProperty('--scrollbar', `${innerWidth - root.clientWidth}px`);
    show(element);
    return () => {
      leave.current?.();
      element.close();
      // A dialog that leaves the page with its component does not return the focus by itself.
      const isThere = opener instanceof HTMLElement && opener.isConnected && opener !== document.body;
      if (isThere) opener.focus();
      else if (isNowhere(document.activeElement, element))
        focusFirst([...regions, document.querySelector('main')]);
    };
  }, [show]);
  return {
    ref: dialog,
    onCancel: (event: DialogEvent) => {
      // The event of a file picker inside, which bubbles.
      if (event.target !== event.currentTarget) return;
      event.preventDefault();
      onClose();
    },
    onClose: ({ currentTarget }: DialogEvent) => {
      // The event of an earlier opening.
      if (currentTarget.open) return;
      show(currentTarget);
      onClose();
    },
  };
}

/** Whether the focus is in the closed dialog or on nothing: its owner may have moved it already. */
const isNowhere = (focused: Element | null, dialog: Element) =>
  !focused || focused === document.body || dialog.contains(focused);

/** The regions that an element is in, the innermost first: what the dialog did may take the element itself away. */
function regionsAround(element: Element | null): HTMLElement[] {
  const region = element?.parentElement?.closest<HTMLElement>('section[aria-labelledby]');
  return region ? [region, ...regionsAround(region)] : [];
}

/** Focuses the first that is still in the page, for this once also where it is no place for the focus. */
function focusFirst(places: (HTMLElement | null)[]): void {
  const place = places.find((each) => each?.isConnected);
  if (!place) return;
  if (!place.hasAttribute('tabindex')) {
    place.tabIndex = -1;
    place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true });
  }
  place.focus();
}

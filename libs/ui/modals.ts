import { useSyncExternalStore } from 'react';

/** The modal windows of the page, the uppermost last. */
const open: HTMLDialogElement[] = [];
const listeners = new Set<() => void>();
const tell = () => listeners.forEach((listener) => listener());

/** Says that a modal window has opened; the answer says that it has closed. */
export function enterModal(dialog: HTMLDialogElement): () => void {
  open.push(dialog);
  tell();
  return () => {
    open.splice(open.indexOf(dialog), 1);
    tell();
  };
}

/** The uppermost modal window. All that is outside it is inert, however high it is painted. */
export const useTopModal = (): HTMLDialogElement | undefined =>
  useSyncExternalStore(subscribe, () => open.at(-1));

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

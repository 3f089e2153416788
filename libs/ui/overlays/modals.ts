/** The modal windows of the page, the uppermost last. */
const open: HTMLDialogElement[] = [];
const listeners = new Set<() => void>();
const notify = () => listeners.forEach((listener) => listener());

/** Registers an open modal dialog; the returned function removes it. */
export function registerModal(dialog: HTMLDialogElement): () => void {
  open.push(dialog);
  notify();
  return () => {
    const place = open.indexOf(dialog);
    if (place < 0) return;
    open.splice(place, 1);
    notify();
  };
}

/** The uppermost modal window. All that is outside it is inert, however high it is painted. */
export const topModal = (): HTMLDialogElement | undefined => open.at(-1);

/** Calls the listener whenever another window is the uppermost, until the returned function is called. */
export function onTopModal(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

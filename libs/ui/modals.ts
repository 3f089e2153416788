/** The modal windows of the page, the uppermost last. */
const open: HTMLDialogElement[] = [];
const listeners = new Set<() => void>();
const tell = () => listeners.forEach((listener) => listener());

/** Says that a modal window has opened; the answer says, once, that it closes. */
export function enterModal(dialog: HTMLDialogElement): () => void {
  open.push(dialog);
  tell();
  return () => {
    const place = open.indexOf(dialog);
    if (place < 0) return;
    open.splice(place, 1);
    tell();
  };
}

/** The uppermost modal window. All that is outside it is inert, however high it is painted. */
export const topModal = (): HTMLDialogElement | undefined => open.at(-1);

/** Calls the listener whenever another window is the uppermost, until the returned function is called. */
export function onTopModal(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

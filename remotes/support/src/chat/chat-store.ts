import { useSyncExternalStore } from 'react';

// Whether the assistant is open. The button and the pages of this remote share it, wherever they stand.
let open = false;
const listeners = new Set<() => void>();

function set(wanted: boolean) {
  if (open === wanted) return;
  open = wanted;
  listeners.forEach((tell) => tell());
}

export const openChat = () => set(true);
export const closeChat = () => set(false);

export const useChatOpen = () => useSyncExternalStore(subscribe, () => open);

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

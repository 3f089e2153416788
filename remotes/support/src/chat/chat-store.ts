import { useSyncExternalStore } from 'react';

// Whether the assistant is open, shared by the button and the pages of this remote.
let open = false;
const listeners = new Set<() => void>();

function set(next: boolean) {
  if (open === next) return;
  open = next;
  listeners.forEach((notify) => notify());
}

export const openChat = () => set(true);
export const closeChat = () => set(false);

const isOpen = () => open;

export const useChatOpen = () => useSyncExternalStore(subscribe, isOpen, isOpen);

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

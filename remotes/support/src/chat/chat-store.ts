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

// How many entries the frames of the page have: where there is one, nothing floats.
let entries = 0;

/** Counts an entry as long as it is on the page. Returns how to stop. */
export function countEntry(): () => void {
  const add = (count: number) => {
    entries += count;
    listeners.forEach((notify) => notify());
  };
  add(1);
  return () => add(-1);
}

const hasEntry = () => entries > 0;

export const useHasEntry = () => useSyncExternalStore(subscribe, hasEntry, hasEntry);

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

import { useSyncExternalStore } from 'react';

const events = ['focus', 'blur'] as const;

/** Whether the person looks at this page: it is visible and in the window that has the focus. */
export const useInSight = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isFocused && document.visibilityState === 'visible',
    () => false,
  );

let isFocused = false;

function subscribe(listener: () => void) {
  const onFocus = ({ type }: Event) => {
    isFocused = type === 'focus';
    listener();
  };
  isFocused = document.hasFocus();
  events.forEach((type) => addEventListener(type, onFocus));
  document.addEventListener('visibilitychange', listener);
  return () => {
    events.forEach((type) => removeEventListener(type, onFocus));
    document.removeEventListener('visibilitychange', listener);
  };
}

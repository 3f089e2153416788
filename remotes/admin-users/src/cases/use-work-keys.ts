import { useEffect, useRef } from 'react';

export type Step = 'accept' | 'refuse' | 'ask' | 'write' | 'note' | 'assign';

const keys: Partial<Record<string, Step>> = {
  KeyA: 'accept',
  KeyR: 'refuse',
  KeyQ: 'ask',
  KeyM: 'write',
  KeyN: 'note',
  KeyT: 'assign',
};

/** Alt and a letter begins an action. With a modifier, since a single letter is also typed, and not while a text is. */
export function useWorkKeys(begin: (step: Step) => void): void {
  const latest = useRef(begin);
  useEffect(() => {
    latest.current = begin;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const step = keys[event.code];
      const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select');
      if (!step || isTyping || !event.altKey || event.ctrlKey || event.metaKey || event.repeat) return;
      event.preventDefault();
      latest.current(step);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

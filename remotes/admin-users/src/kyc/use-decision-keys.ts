import { useEffect } from 'react';

const keys: Partial<Record<string, 'approve' | 'reject'>> = { KeyA: 'approve', KeyR: 'reject' };

/** Alt + A and Alt + R begin a decision. With a modifier, since a single letter is also typed, and not while a text is. */
export function useDecisionKeys(isOn: boolean, begin: (step: 'approve' | 'reject') => void): void {
  useEffect(() => {
    if (!isOn) return undefined;
    const onKey = (event: KeyboardEvent) => {
      const step = keys[event.code];
      const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select');
      if (!step || isTyping || !event.altKey || event.ctrlKey || event.metaKey || event.repeat) return;
      event.preventDefault();
      begin(step);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [isOn, begin]);
}

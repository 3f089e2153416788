import { useEffect } from 'react';
import { topModal } from '@bank/ui/modals';

/**
 * Alt and a letter press the button that names them in `aria-keyshortcuts`, in the uppermost dialog if one is open. With a
 * modifier, since a single letter is also typed, and not while a text is.
 */
export function useStepKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select');
      if (isTyping || !event.altKey || event.ctrlKey || event.metaKey || event.repeat) return;
      const letter = letterOf(event);
      const place = topModal() ?? document;
      const button = letter && place.querySelector<HTMLElement>(`[aria-keyshortcuts="Alt+${letter}"]`);
      if (!button) return;
      event.preventDefault();
      button.click();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

/** The letter on the key, which a layout may have elsewhere; by its place only where Alt types another character (macOS). */
function letterOf({ key, code }: KeyboardEvent): string | undefined {
  return /^[a-z]$/i.test(key) ? key.toUpperCase() : /^Key([A-Z])$/.exec(code)?.[1];
}

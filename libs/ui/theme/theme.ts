import { useSyncExternalStore } from 'react';

/** `system` follows the device. */
export type Theme = 'system' | 'light' | 'dark';

/*
 * Shared with the hosts' pre-paint script: the localStorage key `theme` is 'light' or 'dark', absent for
 * system; `<html data-theme>` has the same value. The script sets it before the first paint.
 */
const key = 'theme';
const listeners = new Set<() => void>();

/** The theme chosen on this page or on an earlier visit. */
function currentTheme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system';
}

/** Shows the page in a theme and remembers it; where storage is blocked it lasts as long as the page. */
export function setTheme(theme: Theme): void {
  try {
    if (theme === 'system') localStorage.removeItem(key);
    else localStorage.setItem(key, theme);
  } catch {
    // Blocked storage: the attribute below holds the choice.
  }
  apply(theme);
}

/** The current theme, in a component that follows it, other tabs included. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, currentTheme, () => 'system');
}

function apply(theme: string | null): void {
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  listeners.forEach((listener) => listener());
}

function followOtherTab(event: StorageEvent): void {
  if (event.key === key) apply(event.newValue);
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', followOtherTab);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', followOtherTab);
  };
}

import type { Language } from '@bank/contracts/language';

/** The browser storage key of the chosen language. */
export const languageKey = 'language';

/** The language of a stored value; French for anything else, whatever the browser's setting. */
export function languageOfStored(value: string | null): Language {
  return value === 'en' ? 'en' : 'fr';
}

/** The language chosen earlier in this browser; French without one or with blocked storage. */
export function readLanguage(): Language {
  try {
    return languageOfStored(localStorage.getItem(languageKey));
  } catch {
    return languageOfStored(null);
  }
}

/** Stores the choice for the next visit; lost on reload where storage is blocked. */
export function storeLanguage(language: Language): void {
  try {
    localStorage.setItem(languageKey, language);
  } catch {
    // Blocked storage (private frame, strict settings): i18next still holds the choice in memory.
  }
}

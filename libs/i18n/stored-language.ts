import type { Language } from '@bank/contracts/language';

/** The browser storage key of the chosen language. */
export const languageKey = 'language';

/** The language that a stored value names; French for anything else, whatever the browser is set to. */
export function languageOfStored(value: string | null): Language {
  return value === 'en' ? 'en' : 'fr';
}

/** The language chosen earlier in this browser; French when none was, or when storage is blocked. */
export function readLanguage(): Language {
  try {
    return languageOfStored(localStorage.getItem(languageKey));
  } catch {
    return languageOfStored(null);
  }
}

/** Keeps the choice for the next visit; where storage is blocked it lasts as long as the page. */
export function storeLanguage(language: Language): void {
  try {
    localStorage.setItem(languageKey, language);
  } catch {
    // Blocked storage (private frame, strict settings): i18next still holds the choice in memory.
  }
}

import { type Language, languageCookie } from '@bank/contracts/language';

/** The browser storage key of the chosen language. */
export const languageKey = 'language';

/** The language of a stored value; French for anything else. */
export function languageOfStored(value: string | null): Language {
  return value === 'en' ? 'en' : 'fr';
}

/** The language chosen earlier in this browser; without one, or with blocked storage, that of the document. */
export function readLanguage(): Language {
  const ofDocument = document.documentElement.lang;
  // The cookie is newer where a form without a script made the choice.
  const ofCookie = /(?:^|; )language=(fr|en)/.exec(document.cookie)?.[1];
  try {
    return languageOfStored(ofCookie ?? localStorage.getItem(languageKey) ?? ofDocument);
  } catch {
    return languageOfStored(ofCookie ?? ofDocument);
  }
}

/** Stores the choice for the next visit, for the server too; lost on reload where storage is blocked. */
export function storeLanguage(language: Language): void {
  try {
    localStorage.setItem(languageKey, language);
  } catch {
    // Blocked storage (private frame, strict settings): i18next still holds the choice in memory.
  }
  // A frame on another site's page has no document to be sent in this language.
  if (window === window.top) document.cookie = languageCookie(language, location.protocol === 'https:');
}

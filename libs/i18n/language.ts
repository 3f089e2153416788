import type { Language } from '@bank/contracts/language';
import { useTranslation } from 'react-i18next';
import { i18n } from './i18n';
import { languageKey, languageOfStored, storeLanguage } from './stored-language';

/** The language the page speaks now. */
export function currentLanguage(): Language {
  return languageOfStored(i18n.language);
}

/** Sets the language of the page, of `<html lang>` and of the next visit. */
export function setLanguage(language: Language): void {
  storeLanguage(language);
  void i18n.changeLanguage(language);
}

const hookOptions = { i18n };

/** The current language, in a component that must follow when it changes. */
export function useLanguage(): Language {
  useTranslation(undefined, hookOptions);
  return currentLanguage();
}

/** Follows the language chosen in another tab. Returns the function that stops it. */
export function followOtherTabs(): () => void {
  const follow = (event: StorageEvent) => {
    if (event.key === languageKey) void i18n.changeLanguage(languageOfStored(event.newValue));
  };
  window.addEventListener('storage', follow);
  return () => window.removeEventListener('storage', follow);
}

import type { Language } from '@bank/contracts/language';
import { useTranslation } from 'react-i18next';
import { i18n } from './i18n';
import { languageKey, languageOfStored, readLanguage, storeLanguage } from './stored-language';

/** The language the page speaks now. */
export function currentLanguage(): Language {
  return languageOfStored(i18n.language);
}

/** The promise that a change of language awaits. */
let held: Promise<void> | undefined;

/** Keeps the language until a prerendered page is taken over, whose HTML would not match another one. */
export function holdLanguage(until: Promise<void>): void {
  held = until;
}

function change(language: Language): void {
  const set = () => void i18n.changeLanguage(language);
  if (held) void held.then(set);
  else set();
}

/** Sets the language of the page, of `<html lang>` and of the next visit. */
export function setLanguage(language: Language): void {
  storeLanguage(language);
  change(language);
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
    if (event.key === languageKey) change(languageOfStored(event.newValue));
  };
  // It may have changed while this page was loading.
  if (readLanguage() !== currentLanguage()) change(readLanguage());
  window.addEventListener('storage', follow);
  return () => window.removeEventListener('storage', follow);
}

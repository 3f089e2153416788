import i18next, { type i18n as I18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { textOptions } from './i18n-options';
import { readLanguage } from './stored-language';

/**
 * The page's one i18next instance, ready as soon as this module is loaded. Namespaces join it through
 * `defineTexts`.
 */
export const i18n: I18n = i18next;

// Hosts and remotes may each carry a copy of this file; the instance is shared and initialised by the first.
if (!i18n.isInitialized) {
  void i18n
    .use(initReactI18next)
    .init({ ...textOptions, lng: readLanguage(), react: { useSuspense: false } });
  i18n.on('languageChanged', nameDocumentLanguage);
  nameDocumentLanguage(i18n.language);
}

function nameDocumentLanguage(language: string): void {
  document.documentElement.lang = language;
}

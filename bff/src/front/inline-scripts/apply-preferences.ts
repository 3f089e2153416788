import { languageCookieName } from '@bank/contracts/language';
import { simpleCookiePattern } from '@bank/contracts/simple-mode';
import { inlineScript } from './inline-script';

/** Runs before the first paint, so that Mode simple, theme and language do not change visibly. */
export const applyPreferences = inlineScript(
  apply,
  simpleCookiePattern.source,
  languageCookieName,
  `(^|; )${languageCookieName}=`,
);

function apply(simplePattern: string, languageCookie: string, languagePattern: string) {
  const root = document.documentElement;
  try {
    if (RegExp(simplePattern).test(document.cookie)) root.dataset.simple = '';
    const theme = localStorage.getItem('theme');
    const language = localStorage.getItem('language');
    if (theme === 'dark' || theme === 'light') root.dataset.theme = theme;
    if ((language !== 'en' && language !== 'fr') || RegExp(languagePattern).test(document.cookie)) return;
    root.lang = language;
    const secure = location.protocol === 'https:' ? '; Secure' : '';
    document.cookie = `${languageCookie}=${language}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
  } catch {
    // The browser forbids storage.
  }
}

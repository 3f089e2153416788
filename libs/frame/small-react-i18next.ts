import { useSyncExternalStore } from 'react';
import i18next from './small-i18next';

/** What `@bank/i18n` uses of react-i18next in a frame, as small-i18next.ts is of i18next. */

export const initReactI18next = {};

function subscribe(listener: () => void) {
  i18next.on('languageChanged', listener);
  return () => i18next.off('languageChanged', listener);
}

/** Renders again when the language changes. */
export function useTranslation(): void {
  useSyncExternalStore(subscribe, () => i18next.language);
}

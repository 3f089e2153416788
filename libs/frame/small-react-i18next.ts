import { useSyncExternalStore } from 'react';
import i18next from './small-i18next';

/** The parts of react-i18next that `@bank/i18n` uses in a frame, as small-i18next.ts has those of i18next. */

export const initReactI18next = {};

function subscribe(listener: () => void) {
  i18next.on('languageChanged', listener);
  return () => i18next.off('languageChanged', listener);
}

/** Renders again when the language changes. */
export function useTranslation(): void {
  useSyncExternalStore(subscribe, () => i18next.language);
}

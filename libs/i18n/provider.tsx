import { useEffect, type ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { i18n } from './i18n';
import { followOtherTabs } from './language';

/** Provides the language and follows changes made in another tab. One per host. */
export function I18nProvider({ children }: { children: ReactNode }) {
  useEffect(followOtherTabs, []);
  return <I18nextProvider i18n={i18n}>{children}</I18nextProvider>;
}

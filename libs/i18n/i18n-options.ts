import type { InitOptions } from 'i18next';

/** How texts are read, by the page's i18next and by what stands for it in frames. */
export const textOptions = {
  fallbackLng: 'fr',
  initAsync: false,
  resources: {},
  keySeparator: false,
  nsSeparator: false,
  interpolation: { escapeValue: false },
} satisfies InitOptions;

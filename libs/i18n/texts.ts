import type { Language } from '@bank/contracts/language';
import { useMemo } from 'react';
import { i18n } from './i18n';
import { currentLanguage, useLanguage } from './language';

type PluralSuffix = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';

/** The keys of a namespace: `files_one` and `files_other` are both `files`, with a `count`. */
export type TextKey<K extends string> = K extends `${infer Base}_${PluralSuffix}` ? Base : K;

export type TextValues = Record<string, string | number>;

/** Fills the text of a key with its values. */
export type Translate<K extends string> = (key: TextKey<K>, values?: TextValues) => string;

export interface Texts<K extends string> {
  t: Translate<K>;
  language: Language;
}

export interface UseTexts<K extends string> {
  (): Texts<K>;
  /** The same texts outside a component, in the language of the moment. */
  translate: Translate<K>;
}

/** How many sets of texts there are in the page. */
let defined = 0;

/**
 * Registers a namespace of texts and returns the hook that reads them; a component that uses it follows the
 * language. Keys are flat ("hero.title"); a key that English lacks does not compile.
 */
export function defineTexts<K extends string>(
  namespace: string,
  bundles: { fr: Record<K, string>; en: Record<NoInfer<K>, string> },
): UseTexts<K> {
  // Two versions of a remote may be in one page, each with its own texts.
  const ns = `${namespace} ${(defined += 1)}`;
  i18n.addResourceBundle('fr', ns, bundles.fr);
  i18n.addResourceBundle('en', ns, bundles.en);

  const textIn = (lng: Language, key: string, values?: TextValues) => {
    // French has a plural form for millions, which no text here needs.
    const wanted = values && 'count' in values ? [key, `${key}_other`] : key;
    // Not spread: a value may be a getter, read only where the text quotes it.
    return i18n.t(wanted, {
      count: values?.count as number | undefined,
      replace: values,
      ns,
      lng,
    });
  };
  const useTexts = (): Texts<K> => {
    const language = useLanguage();
    return useMemo(() => ({ t: (key, values) => textIn(language, key, values), language }), [language]);
  };
  const translate: Translate<K> = (key, values) => textIn(currentLanguage(), key, values);
  return Object.assign(useTexts, { translate });
}

import type { Language } from '@bank/contracts/language';
import { useEffect, useMemo, useState } from 'react';
import { i18n } from './i18n';
import { currentLanguage, useLanguage } from './language';
import type { Catalogue } from './reword';

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

/** All sets of texts in the page. */
const defined: Catalogue[] = [];

/**
 * Registers a namespace of texts and returns the hook that reads them; a component that uses it follows the
 * language. Keys are flat ("hero.title"); a key that English lacks does not compile.
 */
export function defineTexts<K extends string>(
  namespace: string,
  bundles: { fr: Record<K, string>; en: Record<NoInfer<K>, string> },
): UseTexts<K> {
  // Two versions of a remote may be in one page, each with its own texts.
  const ns = `${namespace} ${defined.push(bundles)}`;
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

/**
 * A sentence that was put into words before, such as the refusal of a form, in the language of the moment. It is found by
 * its key in the texts of the page and of the server's refusals; one that none of them has stays as it is.
 */
export function useReworded(sentence: string | undefined): string | undefined {
  const language = useLanguage();
  const [given, setGiven] = useState({ sentence, language });
  const [found, setFound] = useState({ given, language, text: '' });
  if (given.sentence !== sentence) setGiven({ sentence, language });
  useEffect(() => {
    const { sentence: before } = given;
    if (before === undefined || given.language === language) return;
    let isWanted = true;
    void import('./reword').then(
      ({ reword }) => isWanted && setFound({ given, language, text: reword(before, language, defined) }),
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [given, language]);
  return found.text && found.given === given && found.language === language ? found.text : sentence;
}

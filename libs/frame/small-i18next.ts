/**
 * What `@bank/i18n` uses of i18next, in place of the whole of it in the frames on partners' pages, whose visitors have nothing of
 * the bank in their cache: texts with values and plurals in two languages, and a language that may change. The build puts it there
 * (webpack-recipes.mjs); small-i18next.test.ts compares it with i18next for every text of a frame.
 */

type Bundle = Record<string, string>;

interface Options {
  lng: string;
  ns: string;
  count?: number | undefined;
  replace?: Record<string, unknown> | undefined;
}

const fallback = 'fr';
const bundles = new Map<string, Bundle>();
const listeners = new Set<(language: string) => void>();
const bundleOf = (language: string, namespace: string) => bundles.get(`${language} ${namespace}`);

/** The text of the first key that has one: in the language or else in French, in its plural form or else as it is. */
function textOf(keys: readonly string[], { lng, ns, count }: Options): string | undefined {
  for (const key of keys)
    for (const language of [lng, fallback]) {
      const bundle = bundleOf(language, ns);
      const plural =
        count === undefined ? undefined : bundle?.[`${key}_${new Intl.PluralRules(language).select(count)}`];
      const text = plural ?? bundle?.[key];
      if (text !== undefined) return text;
    }
  return undefined;
}

const small = {
  isInitialized: false,
  language: fallback,
  use: () => small,
  init({ lng }: { lng: string }) {
    small.isInitialized = true;
    small.language = lng;
  },
  on: (_event: 'languageChanged', listener: (language: string) => void) => void listeners.add(listener),
  off: (_event: 'languageChanged', listener: (language: string) => void) => void listeners.delete(listener),
  changeLanguage(language: string) {
    small.language = language;
    listeners.forEach((listener) => listener(language));
    return Promise.resolve();
  },
  addResourceBundle: (language: string, namespace: string, bundle: Bundle) =>
    void bundles.set(`${language} ${namespace}`, bundle),
  t(wanted: string | readonly string[], options: Options): string {
    const keys = typeof wanted === 'string' ? [wanted] : wanted;
    const values = options.replace ?? { count: options.count };
    const text = textOf(keys, options) ?? keys.at(-1) ?? '';
    return text.replace(/\{\{(.+?)\}\}/g, (whole, quoted: string) => {
      const name = quoted.trim();
      const value = values[name];
      if (value === undefined) return name in options ? '' : whole;
      return String(value ?? '');
    });
  },
};

export default small;

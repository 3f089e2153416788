import type { Language } from './language';
import en from './locales/merchant-categories.en.json';
import fr from './locales/merchant-categories.fr.json';
import type { MerchantCategory } from './merchants';

const names: Record<Language, Record<MerchantCategory, string>> = { fr, en };

/** The name of a kind of merchants, as purchases, spending and transactions show it. */
export const merchantCategoryName = (category: MerchantCategory, language: Language): string =>
  names[language][category];

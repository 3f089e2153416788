import { defineTexts } from '@bank/i18n/texts';
import en from '../../locales/accounts.en.json';
import fr from '../../locales/accounts.fr.json';

/** Of accounts in other currencies, exchange and rates; separate from the texts of the first page. */
export const useCurrencyTexts = defineTexts('dashboard-accounts', { fr, en });

import { defineTexts } from '@bank/i18n/texts';
import en from '../../locales/exchange.en.json';
import fr from '../../locales/exchange.fr.json';

/** Separate from the texts of the first page. */
export const useExchangeTexts = defineTexts('admin-payments-exchange', { fr, en });

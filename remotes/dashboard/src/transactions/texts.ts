import { defineTexts } from '@bank/i18n/texts';
import en from '../../locales/transactions.en.json';
import fr from '../../locales/transactions.fr.json';

/** Separate from the texts of the first page. */
export const useTransactionsTexts = defineTexts('dashboard-transactions', { fr, en });

import { defineTexts } from '@bank/i18n/texts';
import en from '../locales/transaction-words.en.json';
import fr from '../locales/transaction-words.fr.json';

/** The types and statuses of transactions, which first views name. */
export const useTransactionWords = defineTexts('transaction-words', { fr, en });

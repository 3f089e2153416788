import { defineTexts } from '@bank/i18n/texts';
import en from '../locales/transactions.en.json';
import fr from '../locales/transactions.fr.json';

/** The texts that a customer's and the bank's transactions have in common. */
export const useTransactionTexts = defineTexts('transactions', { fr, en });

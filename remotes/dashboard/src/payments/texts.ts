import { defineTexts } from '@bank/i18n/texts';
import en from '../../locales/payments.en.json';
import fr from '../../locales/payments.fr.json';

/** Separate from the texts of the first page. */
export const usePaymentTexts = defineTexts('dashboard-payments', { fr, en });

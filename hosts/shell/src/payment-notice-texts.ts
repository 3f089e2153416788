import { defineTexts } from '@bank/i18n/texts';
import en from '../locales/payment-notice.en.json';
import fr from '../locales/payment-notice.fr.json';

/** Loaded with the notice. */
export const usePaymentTexts = defineTexts('shell-payment', { fr, en });

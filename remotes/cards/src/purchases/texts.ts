import { defineTexts } from '@bank/i18n/texts';
import en from '../../locales/purchases.en.json';
import fr from '../../locales/purchases.fr.json';

/** Of purchases, and the names of the kinds of merchants. */
export const usePurchaseTexts = defineTexts('cards-purchases', { fr, en });

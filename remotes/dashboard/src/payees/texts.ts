import { defineTexts } from '@bank/i18n/texts';
import en from '../../locales/payees.en.json';
import fr from '../../locales/payees.fr.json';

/** Separate from the texts of the first page. */
export const usePayeeTexts = defineTexts('dashboard-payees', { fr, en });

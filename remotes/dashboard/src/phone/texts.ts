import { defineTexts } from '@bank/i18n/texts';
import en from '../../locales/phone.en.json';
import fr from '../../locales/phone.fr.json';

/** Separate from the texts of the first page. */
export const usePhoneTexts = defineTexts('dashboard-phone', { fr, en });

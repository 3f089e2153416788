import { defineTexts } from '@bank/i18n/texts';
import en from '../../locales/account.en.json';
import fr from '../../locales/account.fr.json';

/** Separate from the texts of the first page. */
export const useAccountTexts = defineTexts('dashboard-account', { fr, en });

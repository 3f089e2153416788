import { defineTexts } from '@bank/i18n/texts';
import en from '../../locales/balance.en.json';
import fr from '../../locales/balance.fr.json';

/** Separate from the texts of the first page. */
export const useBalanceTexts = defineTexts('dashboard-balance', { fr, en });

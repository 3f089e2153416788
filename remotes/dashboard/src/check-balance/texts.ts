import { defineTexts } from '@bank/i18n/texts';
import en from '../../locales/check-balance.en.json';
import fr from '../../locales/check-balance.fr.json';

/** Apart from the overview's texts, which are in the remote's first script. */
export const useCheckBalanceTexts = defineTexts('dashboard-check-balance', { fr, en });

import { defineTexts } from '@bank/i18n/texts';
import en from '../../locales/add-funds.en.json';
import fr from '../../locales/add-funds.fr.json';

/** Apart from the overview's texts, which are in the remote's first script. */
export const useAddFundsTexts = defineTexts('dashboard-add-funds', { fr, en });

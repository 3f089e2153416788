import { defineTexts } from '@bank/i18n/texts';
import en from '../../locales/kyc.en.json';
import fr from '../../locales/kyc.fr.json';

/** Apart from the overview's texts, which are in the remote's first script. */
export const useKycTexts = defineTexts('dashboard-kyc', { fr, en });

import { defineTexts } from '@bank/i18n/texts';
import en from '../../locales/transfer.en.json';
import fr from '../../locales/transfer.fr.json';

/** Apart from the overview's texts, which are in the remote's first script. */
export const useTransferTexts = defineTexts('dashboard-transfer', { fr, en });

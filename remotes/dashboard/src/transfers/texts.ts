import { defineTexts } from '@bank/i18n/texts';
import en from '../../locales/transfers.en.json';
import fr from '../../locales/transfers.fr.json';

/** Apart from the overview's texts, which are in the remote's first script. */
export const useTransferTexts = defineTexts('dashboard-transfers', { fr, en });

import { defineTexts } from '@bank/i18n/texts';
import en from '../../locales/direct-debits.en.json';
import fr from '../../locales/direct-debits.fr.json';

/** Separate from the texts of the first page. */
export const useDebitTexts = defineTexts('dashboard-direct-debits', { fr, en });

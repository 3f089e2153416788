import { defineTexts } from '@bank/i18n/texts';
import en from '../../locales/disputes.en.json';
import fr from '../../locales/disputes.fr.json';

/** Separate from the texts that every visitor loads. */
export const useDisputeTexts = defineTexts('support-disputes', { fr, en });

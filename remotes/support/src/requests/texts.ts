import { defineTexts } from '@bank/i18n/texts';
import en from '../../locales/requests.en.json';
import fr from '../../locales/requests.fr.json';

/** Separate from the texts that every visitor loads. */
export const useRequestTexts = defineTexts('support-requests', { fr, en });

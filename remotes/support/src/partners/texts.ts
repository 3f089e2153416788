import { defineTexts } from '@bank/i18n/texts';
import en from '../../locales/partners.en.json';
import fr from '../../locales/partners.fr.json';

/** Separate from the texts that customers load. */
export const usePartnerTexts = defineTexts('support-partners', { fr, en });

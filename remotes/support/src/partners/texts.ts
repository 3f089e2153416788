import { defineTexts } from '@bank/i18n/texts';
import en from '../../locales/partners.en.json';
import fr from '../../locales/partners.fr.json';

/** Apart from the texts of the chat and the questions, which customers load. */
export const usePartnerTexts = defineTexts('support-partners', { fr, en });

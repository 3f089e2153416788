import { defineTexts } from '@bank/i18n/texts';
import en from '../../locales/faq.en.json';
import fr from '../../locales/faq.fr.json';

/** Separate from the texts that every visitor loads. */
export const useFaqTexts = defineTexts('support-faq', { fr, en });

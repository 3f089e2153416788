import { defineTexts } from '@bank/i18n/texts';
import en from '../../locales/contact.en.json';
import fr from '../../locales/contact.fr.json';

/** Separate from the texts that the chat's frame loads. */
export const useContactTexts = defineTexts('support-contact', { fr, en });

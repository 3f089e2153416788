import { defineTexts } from '@bank/i18n/texts';
import en from '../../locales/person.en.json';
import fr from '../../locales/person.fr.json';

/** Separate from the texts that every visitor loads. */
export const usePersonTexts = defineTexts('support-person', { fr, en });

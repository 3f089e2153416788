import { defineTexts } from '@bank/i18n/texts';
import en from './locales/en.json';
import fr from './locales/fr.json';

/** The texts that belong to no remote: the frame around them, and what goes wrong between them and the server. */
export const useClientTexts = defineTexts('client', { fr, en });

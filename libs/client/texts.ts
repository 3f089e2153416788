import { defineTexts } from '@bank/i18n/texts';
import en from './locales/en.json';
import fr from './locales/fr.json';

/** The texts of the frame around the remotes, which belong to none of them. */
export const useClientTexts = defineTexts('client', { fr, en });

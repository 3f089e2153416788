import { defineTexts } from '@bank/i18n/texts';
import en from '../../locales/not-me.en.json';
import fr from '../../locales/not-me.fr.json';

/** Separate from the texts of the sign-in page. */
export const useDisownTexts = defineTexts('auth-not-me', { fr, en });

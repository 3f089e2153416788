import { defineTexts } from '@bank/i18n/texts';
import en from '../../locales/password.en.json';
import fr from '../../locales/password.fr.json';

/** Separate from the texts of the sign-in page. */
export const usePasswordTexts = defineTexts('auth-password', { fr, en });

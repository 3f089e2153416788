import { defineTexts } from '@bank/i18n/texts';
import en from '../../locales/login.en.json';
import fr from '../../locales/login.fr.json';

/** Of the second step, loaded with it. */
export const useCodeTexts = defineTexts('auth-login', { fr, en });

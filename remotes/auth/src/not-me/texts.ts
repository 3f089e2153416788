import { defineTexts } from '@bank/i18n/texts';
import en from '../../locales/disown.en.json';
import fr from '../../locales/disown.fr.json';

/** Separate from the texts of the sign-in page. */
export const useDisownTexts = defineTexts('auth-disown', { fr, en });

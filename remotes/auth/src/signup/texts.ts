import { defineTexts } from '@bank/i18n/texts';
import en from '../../locales/signup.en.json';
import fr from '../../locales/signup.fr.json';

/** Apart from the other texts, which the frame on partners' pages does not load. */
export const useSignupTexts = defineTexts('auth-signup', { fr, en });

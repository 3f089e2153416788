import { defineTexts } from '@bank/i18n/texts';
import en from '../../locales/wait.en.json';
import fr from '../../locales/wait.fr.json';

/** Apart from the texts of pages: the sign-in page and the frame on partners' pages load few of those. */
export const useWaitTexts = defineTexts('auth-wait', { fr, en });

import { defineTexts } from '@bank/i18n/texts';
import en from '../../locales/test-mode.en.json';
import fr from '../../locales/test-mode.fr.json';

/** Only for partners who try the widget with a key of the test mode. */
export const useTestTexts = defineTexts('auth-test-mode', { fr, en });

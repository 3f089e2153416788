import { defineTexts } from '@bank/i18n/texts';
import en from '../../locales/application-status.en.json';
import fr from '../../locales/application-status.fr.json';

/** Of the frame on partners' pages. */
export const useStatusTexts = defineTexts('auth-application-status', { fr, en });

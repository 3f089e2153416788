import { defineTexts } from '@bank/i18n/texts';
import en from '../../locales/privacy.en.json';
import fr from '../../locales/privacy.fr.json';

/** Separate from the texts of the first page. */
export const usePrivacyTexts = defineTexts('dashboard-privacy', { fr, en });

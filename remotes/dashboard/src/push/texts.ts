import { defineTexts } from '@bank/i18n/texts';
import en from '../../locales/push.en.json';
import fr from '../../locales/push.fr.json';

/** Separate from the texts of the first page. */
export const usePushTexts = defineTexts('dashboard-push', { fr, en });

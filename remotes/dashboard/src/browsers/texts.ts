import { defineTexts } from '@bank/i18n/texts';
import en from '../../locales/browsers.en.json';
import fr from '../../locales/browsers.fr.json';

/** Separate from the texts of the first page. */
export const useBrowserTexts = defineTexts('dashboard-browsers', { fr, en });

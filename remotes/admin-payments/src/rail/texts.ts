import { defineTexts } from '@bank/i18n/texts';
import en from '../../locales/rail.en.json';
import fr from '../../locales/rail.fr.json';

/** Separate from the texts of the first page. */
export const useRailTexts = defineTexts('admin-payments-rail', { fr, en });

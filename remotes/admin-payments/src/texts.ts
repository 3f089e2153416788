import { defineTexts } from '@bank/i18n/texts';
import en from '../locales/en.json';
import fr from '../locales/fr.json';

/** The texts of this remote. */
export const useTexts = defineTexts('admin-payments', { fr, en });

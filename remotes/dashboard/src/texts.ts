import { defineTexts } from '@bank/i18n/texts';
import en from '../locales/en.json';
import fr from '../locales/fr.json';

/** Every word that this remote shows. */
export const useTexts = defineTexts('dashboard', { fr, en });

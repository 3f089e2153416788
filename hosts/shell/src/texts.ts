import { defineTexts } from '@bank/i18n/texts';
import en from '../locales/en.json';
import fr from '../locales/fr.json';

export const useShellTexts = defineTexts('shell', { fr, en });

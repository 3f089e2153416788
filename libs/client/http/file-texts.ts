import { defineTexts } from '@bank/i18n/texts';
import en from '../locales/files.en.json';
import fr from '../locales/files.fr.json';

export const useFileTexts = defineTexts('client-files', { fr, en });

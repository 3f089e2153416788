import { defineTexts } from '@bank/i18n/texts';
import en from '../locales/export.en.json';
import fr from '../locales/export.fr.json';

export const useExportTexts = defineTexts('export', { fr, en });

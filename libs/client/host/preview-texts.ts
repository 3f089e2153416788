import { defineTexts } from '@bank/i18n/texts';
import en from '../locales/preview.en.json';
import fr from '../locales/preview.fr.json';

/** Separate from the shells' other texts, since few people ever see them. */
export const usePreviewTexts = defineTexts('client-preview', { fr, en });

import { defineTexts } from '@bank/i18n/texts';
import en from '../locales/local.en.json';
import fr from '../locales/local.fr.json';

/** Separate from the shells' other texts, since few people ever see them. */
export const useLocalTexts = defineTexts('client-local', { fr, en });

import { defineTexts } from '@bank/i18n/texts';
import en from '../locales/email-bar.en.json';
import fr from '../locales/email-bar.fr.json';

/** Loaded with the bar. */
export const useEmailTexts = defineTexts('shell-email', { fr, en });

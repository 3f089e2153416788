import { defineTexts } from '@bank/i18n/texts';
import en from '../locales/en.json';
import fr from '../locales/fr.json';

/** The texts of sign-in, sign-up and password recovery. */
export const useTexts = defineTexts('auth', { fr, en });

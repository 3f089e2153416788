import { defineTexts } from '@bank/i18n/texts';
import en from './en.json';
import fr from './fr.json';

export const useClientTexts = defineTexts('client', { fr, en });

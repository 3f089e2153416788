import { defineTexts } from '@bank/i18n/texts';
import en from '../../locales/continue.en.json';
import fr from '../../locales/continue.fr.json';

export const useContinueTexts = defineTexts('auth-continue', { fr, en });

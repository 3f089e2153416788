import { defineTexts } from '@bank/i18n/texts';
import en from '../../locales/simple.en.json';
import fr from '../../locales/simple.fr.json';

export const useSimpleTexts = defineTexts('cards-simple', { fr, en });

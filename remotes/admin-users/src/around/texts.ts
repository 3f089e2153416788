import { defineTexts } from '@bank/i18n/texts';
import en from '../../locales/around.en.json';
import fr from '../../locales/around.fr.json';

export const useAroundTexts = defineTexts('admin-around', { fr, en });

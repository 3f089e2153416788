import { defineTexts } from '@bank/i18n/texts';
import en from '../../locales/cases.en.json';
import fr from '../../locales/cases.fr.json';

export const useCaseTexts = defineTexts('admin-cases', { fr, en });

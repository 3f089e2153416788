import { defineTexts } from '@bank/i18n/texts';
import en from '../../locales/why.en.json';
import fr from '../../locales/why.fr.json';

export const useWhyTexts = defineTexts('dashboard-why', { fr, en });

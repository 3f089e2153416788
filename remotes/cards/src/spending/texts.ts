import { defineTexts } from '@bank/i18n/texts';
import en from '../../locales/spending.en.json';
import fr from '../../locales/spending.fr.json';

export const useSpendingTexts = defineTexts('cards-spending', { fr, en });

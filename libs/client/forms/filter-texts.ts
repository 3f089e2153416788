import { defineTexts } from '@bank/i18n/texts';
import en from '../locales/filters.en.json';
import fr from '../locales/filters.fr.json';

export const useFilterTexts = defineTexts('client-filters', { fr, en });

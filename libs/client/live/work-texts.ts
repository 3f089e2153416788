import { defineTexts } from '@bank/i18n/texts';
import en from '../locales/work.en.json';
import fr from '../locales/work.fr.json';

export const useWorkTexts = defineTexts('client-work', { fr, en });

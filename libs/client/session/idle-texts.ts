import { defineTexts } from '@bank/i18n/texts';
import en from '../locales/idle.en.json';
import fr from '../locales/idle.fr.json';

export const useIdleTexts = defineTexts('client-idle', { fr, en });

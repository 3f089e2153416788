import { defineTexts } from '@bank/i18n/texts';
import en from '../../locales/status.en.json';
import fr from '../../locales/status.fr.json';

export const useStatusTexts = defineTexts('landing-status', { fr, en });

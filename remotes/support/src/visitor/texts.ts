import { defineTexts } from '@bank/i18n/texts';
import en from '../../locales/visitor.en.json';
import fr from '../../locales/visitor.fr.json';

export const useVisitorTexts = defineTexts('support-visitor', { fr, en });

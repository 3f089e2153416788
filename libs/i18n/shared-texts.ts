import en from './locales/en.json';
import fr from './locales/fr.json';
import { defineTexts } from './texts';

export const useSharedTexts = defineTexts('shared', { fr, en });

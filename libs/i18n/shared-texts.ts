import en from './locales/en.json';
import fr from './locales/fr.json';
import { defineTexts } from './texts';

/** The texts shared by all screens: actions, states, pages, and those of the components. */
export const useSharedTexts = defineTexts('shared', { fr, en });

import en from './locales/en.json';
import fr from './locales/fr.json';
import { defineTexts } from './texts';

/** The words that every screen shares: actions, states, pages, and what the components themselves say. */
export const useSharedTexts = defineTexts('shared', { fr, en });

import en from './locales/difference.en.json';
import fr from './locales/difference.fr.json';
import { defineTexts } from './texts';

/** Apart from the shared texts, which every frame on a partner's page loads. */
export const useDifferenceTexts = defineTexts('difference', { fr, en });

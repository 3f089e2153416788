import en from './locales/pagination.en.json';
import fr from './locales/pagination.fr.json';
import { defineTexts } from './texts';

/** Apart from the shared texts, which every frame on a partner's page loads. */
export const usePaginationTexts = defineTexts('pagination', { fr, en });

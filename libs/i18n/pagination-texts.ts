import en from './locales/pagination.en.json';
import fr from './locales/pagination.fr.json';
// By its shared name: a remote bundles this file, and a copy of the texts would not follow the page's language.
import { defineTexts } from '@bank/i18n/texts';

/** Apart from the shared texts, which every frame on a partner's page loads. */
export const usePaginationTexts = defineTexts('pagination', { fr, en });

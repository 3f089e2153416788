import { defineTexts } from '@bank/i18n/texts';
import en from '../../locales/user-cards.en.json';
import fr from '../../locales/user-cards.fr.json';

/** Loaded separately, since this screen is opened less often. */
export const useCardTexts = defineTexts('admin-users-cards', { fr, en });

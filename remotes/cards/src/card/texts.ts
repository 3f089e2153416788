import { defineTexts } from '@bank/i18n/texts';
import en from '../../locales/card.en.json';
import fr from '../../locales/card.fr.json';

/** Of the page of one card, loaded with it. */
export const useCardTexts = defineTexts('cards-card', { fr, en });

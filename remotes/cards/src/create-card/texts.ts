import { defineTexts } from '@bank/i18n/texts';
import en from '../../locales/create-card.en.json';
import fr from '../../locales/create-card.fr.json';

/** Loaded with the form. */
export const useCreateTexts = defineTexts('cards-create', { fr, en });

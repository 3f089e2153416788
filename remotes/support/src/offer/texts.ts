import { defineTexts } from '@bank/i18n/texts';
import en from '../../locales/offer.en.json';
import fr from '../../locales/offer.fr.json';

/** Separate from the texts of the talk, which loads once a person is asked for. */
export const useOfferTexts = defineTexts('support-offer', { fr, en });

import { defineTexts } from '@bank/i18n/texts';
import en from '../../locales/challenges.en.json';
import fr from '../../locales/challenges.fr.json';

/** Of the online payments to confirm, loaded with their page. */
export const useChallengeTexts = defineTexts('cards-challenges', { fr, en });

import { defineTexts } from '@bank/i18n/texts';
import en from '../../locales/unsubscribe.en.json';
import fr from '../../locales/unsubscribe.fr.json';

export const useUnsubscribeTexts = defineTexts('landing-unsubscribe', { fr, en });

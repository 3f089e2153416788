import { defineTexts } from '@bank/i18n/texts';
import en from './locales/call.en.json';
import fr from './locales/call.fr.json';

/** What goes wrong between a screen and the server. Apart from the frame's texts, which widgets do without. */
export const useCallTexts = defineTexts('call', { fr, en });

import { defineTexts } from '@bank/i18n/texts';
import en from '../locales/call.en.json';
import fr from '../locales/call.fr.json';

/** Failures of calls. Separate from the layout's texts, which widgets do not need. */
export const useCallTexts = defineTexts('call', { fr, en });

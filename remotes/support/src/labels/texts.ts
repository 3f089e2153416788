import { defineTexts } from '@bank/i18n/texts';
import en from '../../locales/labels.en.json';
import fr from '../../locales/labels.fr.json';

/** Categories and priorities, which the assistant and its frame do not name. */
export const useLabelTexts = defineTexts('support-labels', { fr, en });

import { defineTexts } from '@bank/i18n/texts';
import en from '../../locales/first-steps.en.json';
import fr from '../../locales/first-steps.fr.json';

/** Separate from the texts of the first page: most people have taken these steps. */
export const useStepTexts = defineTexts('dashboard-first-steps', { fr, en });

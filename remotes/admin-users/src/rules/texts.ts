import { defineTexts } from '@bank/i18n/texts';
import en from '../../locales/rules.en.json';
import fr from '../../locales/rules.fr.json';

/** Loaded separately, since these screens are opened less often. */
export const useRuleTexts = defineTexts('admin-users-rules', { fr, en });

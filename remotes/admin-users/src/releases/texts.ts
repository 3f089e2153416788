import { defineTexts } from '@bank/i18n/texts';
import en from '../../locales/releases.en.json';
import fr from '../../locales/releases.fr.json';

/** Apart from the texts of the other screens: this one is opened seldom. */
export const useReleaseTexts = defineTexts('admin-users-releases', { fr, en });

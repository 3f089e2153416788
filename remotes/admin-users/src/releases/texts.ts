import { defineTexts } from '@bank/i18n/texts';
import en from '../../locales/releases.en.json';
import fr from '../../locales/releases.fr.json';

/** Loaded separately, since this screen is opened less often. */
export const useReleaseTexts = defineTexts('admin-users-releases', { fr, en });

import { defineTexts } from '@bank/i18n/texts';
import en from '../../locales/settings.en.json';
import fr from '../../locales/settings.fr.json';

/** Apart from the overview's texts, which are in the remote's first script. */
export const useSettingsTexts = defineTexts('dashboard-settings', { fr, en });

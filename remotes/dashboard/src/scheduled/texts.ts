import { defineTexts } from '@bank/i18n/texts';
import en from '../../locales/scheduled.en.json';
import fr from '../../locales/scheduled.fr.json';

/** Apart from the overview's texts, which are in the remote's first script. */
export const useScheduledTexts = defineTexts('dashboard-scheduled', { fr, en });

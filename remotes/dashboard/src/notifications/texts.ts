import { defineTexts } from '@bank/i18n/texts';
import en from '../../locales/notifications.en.json';
import fr from '../../locales/notifications.fr.json';

/** Apart from the overview's texts, which are in the remote's first script. */
export const useNotificationTexts = defineTexts('dashboard-notifications', { fr, en });

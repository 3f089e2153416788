import { defineTexts } from '@bank/i18n/texts';
import en from '../locales/offline-notice.en.json';
import fr from '../locales/offline-notice.fr.json';

export const useOfflineNoticeTexts = defineTexts('client-offline-notice', { fr, en });

import { defineTexts } from '@bank/i18n/texts';
import en from '../locales/offline.en.json';
import fr from '../locales/offline.fr.json';

/** The texts of the banner, fetched with it. */
export const useOfflineTexts = defineTexts('offline', { fr, en });

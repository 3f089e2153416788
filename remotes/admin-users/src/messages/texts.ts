import { defineTexts } from '@bank/i18n/texts';
import en from '../../locales/messages.en.json';
import fr from '../../locales/messages.fr.json';

export const useMessageTexts = defineTexts('admin-messages', { fr, en });

import { defineTexts } from '@bank/i18n/texts';
import en from '../../locales/conversations.en.json';
import fr from '../../locales/conversations.fr.json';

/** Separate from the texts that customers load. */
export const useConversationTexts = defineTexts('support-conversations', { fr, en });

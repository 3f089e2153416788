import { defineTexts } from '@bank/i18n/texts';
import en from '../../locales/tickets.en.json';
import fr from '../../locales/tickets.fr.json';

/** Apart from the texts of the chat and the questions, which customers load. */
export const useTicketTexts = defineTexts('support-tickets', { fr, en });

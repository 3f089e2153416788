import { defineTexts } from '@bank/i18n/texts';
import en from '../../locales/tickets.en.json';
import fr from '../../locales/tickets.fr.json';

/** Separate from the texts that customers load. */
export const useTicketTexts = defineTexts('support-tickets', { fr, en });

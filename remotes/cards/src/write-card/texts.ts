import { defineTexts } from '@bank/i18n/texts';
import en from '../../locales/write-card.en.json';
import fr from '../../locales/write-card.fr.json';

/** Of the form and of writers at a serial port; what opens it is in the texts of the remote. */
export const useWriterTexts = defineTexts('cards-write-card', { fr, en });

import { defineTexts } from '@bank/i18n/texts';
import en from '../../locales/resend.en.json';
import fr from '../../locales/resend.fr.json';

/** Separate from the texts of the first page. */
export const useResendTexts = defineTexts('dashboard-resend', { fr, en });

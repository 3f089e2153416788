import { defineTexts } from '@bank/i18n/texts';
import en from '../../locales/pay-request.en.json';
import fr from '../../locales/pay-request.fr.json';

export const usePayRequestTexts = defineTexts('dashboard-pay-request', { fr, en });

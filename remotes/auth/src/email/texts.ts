import { defineTexts } from '@bank/i18n/texts';
import en from '../../locales/email.en.json';
import fr from '../../locales/email.fr.json';

export const useEmailTexts = defineTexts('auth-email', { fr, en });

import { defineTexts } from '@bank/i18n/texts';
import en from '../../locales/user-file.en.json';
import fr from '../../locales/user-file.fr.json';

export const useFileTexts = defineTexts('admin-user-file', { fr, en });

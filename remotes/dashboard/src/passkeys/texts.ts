import { defineTexts } from '@bank/i18n/texts';
import en from '../../locales/passkeys.en.json';
import fr from '../../locales/passkeys.fr.json';

/** Separate from the texts of the first page. */
export const usePasskeyTexts = defineTexts('dashboard-passkeys', { fr, en });

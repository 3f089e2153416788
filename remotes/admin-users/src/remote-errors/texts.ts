import { defineTexts } from '@bank/i18n/texts';
import en from '../../locales/remote-errors.en.json';
import fr from '../../locales/remote-errors.fr.json';

/** Loaded separately, since these screens are opened less often. */
export const useRemoteErrorTexts = defineTexts('admin-users-remote-errors', { fr, en });

import { defineTexts } from '@bank/i18n/texts';
import en from '../../locales/partner-servers.en.json';
import fr from '../../locales/partner-servers.fr.json';

/** What staff sets of partners' servers. */
export const useServerTexts = defineTexts('support-partner-servers', { fr, en });

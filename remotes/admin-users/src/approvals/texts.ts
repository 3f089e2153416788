import { defineTexts } from '@bank/i18n/texts';
import en from '../../locales/approvals.en.json';
import fr from '../../locales/approvals.fr.json';

/** Apart from the texts of the other screens, which are opened more often. */
export const useApprovalTexts = defineTexts('admin-users-approvals', { fr, en });

import { defineTexts } from '@bank/i18n/texts';
import en from '../../locales/approvals.en.json';
import fr from '../../locales/approvals.fr.json';

/** Loaded separately, since this screen is opened less often. */
export const useApprovalTexts = defineTexts('admin-users-approvals', { fr, en });

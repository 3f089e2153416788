import { defineTexts } from '@bank/i18n/texts';
import en from '../locales/approval.en.json';
import fr from '../locales/approval.fr.json';

/** The texts of the dialog of approvals, fetched with it. */
export const useApprovalTexts = defineTexts('approval', { fr, en });

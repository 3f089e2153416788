import { useBankForm } from '@bank/client/form';
import { type PersonalInput, personalForm } from './personal';

export const kycDraft = 'kyc';

/** The form of the first step, whose draft survives the session. */
export const usePersonalForm = (defaultValues: PersonalInput) =>
  useBankForm({ schema: personalForm, defaultValues, draft: kycDraft });

export type PersonalForm = ReturnType<typeof usePersonalForm>;

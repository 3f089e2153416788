import type { z } from 'zod';
import { isAdult, kycForm } from '@bank/contracts/kyc';
import { rule } from '@bank/contracts/validation';
import { bankToday } from '@bank/i18n/format';

/** The contract's form, with the rules that the server checks by its clock. */
export const personalForm = kycForm.omit({ kinds: true }).extend({
  birthDate: kycForm.shape.birthDate
    .refine((day) => day <= bankToday(), { error: rule('NOT_VALID'), abort: true })
    .refine((day) => isAdult(day, bankToday()), rule('UNDER_AGE')),
});

export type PersonalInput = z.input<typeof personalForm>;
export const personalFields = ['firstName', 'lastName', 'birthDate', 'address'] as const;

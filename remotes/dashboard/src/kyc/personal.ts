import type { z } from 'zod';
import { isAdult, kycForm } from '@bank/contracts/kyc';
import { bankTimeZone } from '@bank/contracts/time';
import { rule } from '@bank/contracts/validation';

/** The day in Paris, as the server counts it; Swedish writes days as ISO 8601 does. */
const today = () => new Date().toLocaleDateString('sv', { timeZone: bankTimeZone });

/** The texts of the form: the contract's own, but for what the server checks by its clock. */
export const personalForm = kycForm.omit({ kinds: true }).extend({
  birthDate: kycForm.shape.birthDate
    .refine((day) => day <= today(), { error: rule('NOT_VALID'), abort: true })
    .refine((day) => isAdult(day, today()), rule('UNDER_AGE')),
});

export type PersonalInput = z.input<typeof personalForm>;
export const personalFields = ['firstName', 'lastName', 'birthDate', 'address'] as const;

/** The control of a field, for the error summary. */
export const idOf = (field: keyof PersonalInput) => `kyc-${field}`;

import { signupRequest, typedPassword } from '@bank/contracts/auth';
import { continueRequest } from '@bank/contracts/partners';
import { passwordsDiffer, samePassword } from '../confirmed-password';

/** The contract of the whole form, with the password twice. */
export const signupRules = signupRequest
  .extend({ confirmPassword: typedPassword })
  .refine(samePassword, passwordsDiffer);

/** The remaining fields of an application from a partner's page. */
export const continueRules = continueRequest
  .extend({ confirmPassword: typedPassword })
  .refine(samePassword, passwordsDiffer);

import { signupRequest, typedPassword } from '@bank/contracts/auth';
import { continueRequest } from '@bank/contracts/partners';
import { passwordsDiffer, samePassword } from '../confirmed-password';

/** What the whole form must hold: the contract, and the password twice. */
export const signupRules = signupRequest
  .extend({ confirmPassword: typedPassword })
  .refine(samePassword, passwordsDiffer);

/** What is left of it for an application from a partner's page. */
export const continueRules = continueRequest
  .extend({ confirmPassword: typedPassword })
  .refine(samePassword, passwordsDiffer);

import { signupRequest, typedPassword } from '@bank/contracts/auth';
import { passwordsDiffer, samePassword } from '../confirmed-password';

/** What the form must hold: the contract, and the password twice. */
export const signupRules = signupRequest
  .extend({ confirmPassword: typedPassword })
  .refine(samePassword, passwordsDiffer);

import { config } from 'zod';
import { signupRequest, typedPassword } from '@bank/contracts/auth';
import { passwordsDiffer, samePassword } from '../confirmed-password';

// The frame's policy allows no code from text, which zod else tries to make for speed.
config({ jitless: true });

/** What the form must hold: the contract, and the password twice. */
export const signupRules = signupRequest
  .extend({ confirmPassword: typedPassword })
  .refine(samePassword, passwordsDiffer);

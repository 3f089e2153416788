import { z } from 'zod';
import { oneTimeCode, typedPassword } from './auth';

export const twoFactorSetup = z
  .object({ secret: z.string(), otpauth_url: z.string() })
  .meta({ id: 'TwoFactorSetup' });
export type TwoFactorSetup = z.infer<typeof twoFactorSetup>;

export const enableTwoFactorRequest = z.object({ code: oneTimeCode });
export const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) }).meta({ id: 'RecoveryCodes' });
export const disableTwoFactorRequest = z.object({ password: typedPassword, code: oneTimeCode });

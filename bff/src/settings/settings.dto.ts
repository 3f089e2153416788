import { createZodDto } from 'nestjs-zod';
import {
  disableTwoFactorRequest,
  enableTwoFactorRequest,
  recoveryCodes,
  twoFactorSetup,
} from '@bank/contracts/settings';

export class TwoFactorSetup extends createZodDto(twoFactorSetup) {}
export class EnableTwoFactorRequest extends createZodDto(enableTwoFactorRequest) {}
export class RecoveryCodes extends createZodDto(recoveryCodes) {}
export class DisableTwoFactorRequest extends createZodDto(disableTwoFactorRequest) {}

import { createZodDto } from 'nestjs-zod';
import {
  disableTwoFactorRequest,
  enableTwoFactorRequest,
  recoveryCodes,
  setUpTwoFactorRequest,
  twoFactorSetup,
  twoFactorState,
} from '@bank/contracts/settings';

export class TwoFactorState extends createZodDto(twoFactorState) {}
export class TwoFactorSetup extends createZodDto(twoFactorSetup) {}
export class SetUpTwoFactorRequest extends createZodDto(setUpTwoFactorRequest) {}
export class EnableTwoFactorRequest extends createZodDto(enableTwoFactorRequest) {}
export class RecoveryCodes extends createZodDto(recoveryCodes) {}
export class DisableTwoFactorRequest extends createZodDto(disableTwoFactorRequest) {}

import { createZodDto } from 'nestjs-zod';
import {
  changePasswordRequest,
  disableTwoFactorRequest,
  enableTwoFactorRequest,
  preferences,
  profile,
  recoveryCodes,
  savePreferencesRequest,
  saveProfileRequest,
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
export class Profile extends createZodDto(profile) {}
export class SaveProfileRequest extends createZodDto(saveProfileRequest) {}
export class Preferences extends createZodDto(preferences) {}
export class SavePreferencesRequest extends createZodDto(savePreferencesRequest) {}
export class ChangePasswordRequest extends createZodDto(changePasswordRequest) {}

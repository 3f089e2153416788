import { createZodDto } from 'nestjs-zod';
import {
  changePasswordRequest,
  preferencesAnswer,
  profile,
  savePreferencesRequest,
  saveProfileRequest,
  verifyPhoneRequest,
} from '@bank/contracts/settings';

export class Profile extends createZodDto(profile) {}
export class SaveProfileRequest extends createZodDto(saveProfileRequest) {}
export class Preferences extends createZodDto(preferencesAnswer) {}
export class SavePreferencesRequest extends createZodDto(savePreferencesRequest) {}
export class VerifyPhoneRequest extends createZodDto(verifyPhoneRequest) {}
export class ChangePasswordRequest extends createZodDto(changePasswordRequest) {}

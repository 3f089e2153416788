import { createZodDto } from 'nestjs-zod';
import {
  confirmEmailRequest,
  disownSignInRequest,
  verifyEmailRequest,
  forgotPasswordRequest,
  loginAnswer,
  loginRequest,
  mfaRequest,
  openSessions,
  rememberedBrowsers,
  resetPasswordRequest,
  session,
  signupRequest,
  tokens,
} from '@bank/contracts/auth';
import { idParameter } from '@bank/contracts/pagination';
import { user } from '@bank/contracts/users';

export class SignupRequest extends createZodDto(signupRequest) {}
export class LoginRequest extends createZodDto(loginRequest) {}
/** Not a class, since classes cannot extend a union. */
export const LoginAnswer = createZodDto(loginAnswer);
export class MfaRequest extends createZodDto(mfaRequest) {}
export class Session extends createZodDto(session) {}
export class Tokens extends createZodDto(tokens) {}
export class OpenSessions extends createZodDto(openSessions) {}
export class RememberedBrowsers extends createZodDto(rememberedBrowsers) {}
export class DisownSignInRequest extends createZodDto(disownSignInRequest) {}
export class ConfirmEmailRequest extends createZodDto(confirmEmailRequest) {}
export class VerifyEmailRequest extends createZodDto(verifyEmailRequest) {}
export class ForgotPasswordRequest extends createZodDto(forgotPasswordRequest) {}
export class ResetPasswordRequest extends createZodDto(resetPasswordRequest) {}
export class User extends createZodDto(user) {}
export class IdParameter extends createZodDto(idParameter) {}

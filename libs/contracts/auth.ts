import { z } from 'zod';
import { moment } from './time';
import { email, profileFields, user } from './users';
import { optional, plainText, rule, text } from './validation';
import { compact } from './invisible-marks';

/** Shortest password at sign-up, and in the settings and recovery (specifications 1 and 2; decision in section 1). */
export const passwordMinimum = { signup: 6, settings: 8 } as const;

const passwordMaximum = 128;

/** A new password: any characters, kept as typed. */
export const newPassword = z
  .string()
  .min(passwordMinimum.signup, rule('PASSWORD_MIN_6'))
  .max(passwordMaximum);
export const newStrongPassword = z
  .string()
  .min(passwordMinimum.settings, rule('PASSWORD_MIN_8'))
  .max(passwordMaximum);

/** A password to compare with the stored hash: not empty, and short enough to be hashed. */
export const typedPassword = z.string().min(1, rule('REQUIRED')).max(1024);

export const signupRequest = z.object({ ...profileFields, password: newPassword });
export type SignupRequest = z.infer<typeof signupRequest>;

/** Sign-in: the screen sends the typed identifier as both `email` and `username`; either is enough. */
export const loginRequest = z
  .object({ email: optional(plainText(254)), username: optional(plainText(254)), password: typedPassword })
  .refine(({ email, username }) => email !== undefined || username !== undefined, {
    path: ['username'],
    message: rule('REQUIRED'),
  });
export type LoginRequest = z.infer<typeof loginRequest>;

export const tokens = z
  .object({ access_token: z.string(), refresh_token: z.string() })
  .meta({ id: 'Tokens' });
export type Tokens = z.infer<typeof tokens>;

export const session = tokens.extend({ user }).meta({ id: 'Session' });
export type Session = z.infer<typeof session>;

export const mfaChallenge = z
  .object({
    mfa_required: z.literal(true),
    mfa_token: z.string(),
    /** The code was mailed: a rule challenges the sign-in, and the person has no second factor. */
    mailed: z.literal(true).optional(),
  })
  .meta({ id: 'MfaChallenge' });
export type MfaChallenge = z.infer<typeof mfaChallenge>;

/** The response to a correct password: a session, or the request for a second factor. */
export const loginAnswer = z.union([session, mfaChallenge]);
export type LoginAnswer = z.infer<typeof loginAnswer>;

/** A code of six digits (RFC 6238), or a recovery code; spaces and hyphens are ignored. */
export const oneTimeCode = text(40).transform((code) => compact(code).replaceAll('-', ''));

/** `remember`: in this browser the second factor is not asked for again, for 90 days. */
export const mfaRequest = z.object({
  mfa_token: text(200),
  code: oneTimeCode,
  remember: optional(z.boolean()),
});
export type MfaRequest = z.infer<typeof mfaRequest>;

/** A browser in which the person is not asked for the second factor. */
export const rememberedBrowser = z
  .object({ id: z.int(), name: z.string(), created_at: moment, last_used_at: moment, expires_at: moment })
  .meta({ id: 'RememberedBrowser' });
export type RememberedBrowser = z.infer<typeof rememberedBrowser>;
export const rememberedBrowsers = z.object({ browsers: z.array(rememberedBrowser) });
export type RememberedBrowsers = z.infer<typeof rememberedBrowsers>;

/** The token of the link that is mailed about a sign-in from a new browser. */
export const disownSignInRequest = z.object({ token: text(200) });
export type DisownSignInRequest = z.infer<typeof disownSignInRequest>;

export const openSession = z
  .object({ id: z.int(), device: z.string(), created_at: moment, last_seen_at: moment, current: z.boolean() })
  .meta({ id: 'OpenSession' });
export type OpenSession = z.infer<typeof openSession>;
export const openSessions = z.object({ sessions: z.array(openSession) });
export type OpenSessions = z.infer<typeof openSessions>;

export const forgotPasswordRequest = z.object({ email });
export type ForgotPasswordRequest = z.infer<typeof forgotPasswordRequest>;

export const confirmEmailRequest = z.object({ token: text(200) });
export type ConfirmEmailRequest = z.infer<typeof confirmEmailRequest>;

/** The prefix of the token in a mailed link that verifies the address of an account instead of changing it. */
export const verificationPrefix = 'verify.';

/** The token, or all that the mailed link has in its place. */
export const verifyEmailRequest = z.object({
  token: text(200).transform((token) =>
    token.startsWith(verificationPrefix) ? token.slice(verificationPrefix.length) : token,
  ),
});
export type VerifyEmailRequest = z.infer<typeof verifyEmailRequest>;

export const resetPasswordRequest = z.object({ token: text(200), password: newStrongPassword });
export type ResetPasswordRequest = z.infer<typeof resetPasswordRequest>;

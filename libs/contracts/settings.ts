import { z } from 'zod';
import { newStrongPassword, oneTimeCode, typedPassword } from './auth';
import { email, personName, phone } from './users';
import { defaulting, optional, rule, text } from './validation';
import { compact } from './invisible-marks';

/** Whether a person signs in with a second factor, and how many recovery codes they have not used. */
export const twoFactorState = z
  .object({ enabled: z.boolean(), recovery_codes_left: z.int() })
  .meta({ id: 'TwoFactorState' });
export type TwoFactorState = z.infer<typeof twoFactorState>;

export const twoFactorSetup = z
  .object({ secret: z.string(), otpauth_url: z.string() })
  .meta({ id: 'TwoFactorSetup' });
export type TwoFactorSetup = z.infer<typeof twoFactorSetup>;

/** The password, under either name; a password given with the set-up is also the proof for enabling. */
const passwordProof = { currentPassword: optional(typedPassword), password: optional(typedPassword) };

/** The body may be left out. */
export const setUpTwoFactorRequest = z.preprocess((body) => body ?? {}, z.object(passwordProof));
export type SetUpTwoFactorRequest = z.infer<typeof setUpTwoFactorRequest>;
export const enableTwoFactorRequest = z.object({ code: oneTimeCode, ...passwordProof });
export type EnableTwoFactorRequest = z.infer<typeof enableTwoFactorRequest>;
export const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) }).meta({ id: 'RecoveryCodes' });
export type RecoveryCodes = z.infer<typeof recoveryCodes>;
export const disableTwoFactorRequest = z.object({ password: typedPassword, code: oneTimeCode });
export type DisableTwoFactorRequest = z.infer<typeof disableTwoFactorRequest>;

/** Unknown fields are empty strings. */
export const profile = z
  .object({
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    phone: z.string(),
    address: z.string(),
    city: z.string(),
    postalCode: z.string(),
    country: z.string(),
    /** The unconfirmed new e-mail address, if any; it replaces the current one once its link is opened. */
    pendingEmail: z.string().optional(),
  })
  .meta({ id: 'Profile' });
export type Profile = z.infer<typeof profile>;

/** Every field but the telephone is required; another e-mail or telephone needs an approval. */
export const saveProfileRequest = z.object({
  firstName: personName,
  lastName: personName,
  email,
  phone: defaulting(phone, ''),
  address: text(200),
  city: text(80),
  postalCode: text(12),
  country: text(60),
});
export type SaveProfileRequest = z.infer<typeof saveProfileRequest>;

/** `securityAlerts` always stays true: security notices cannot be switched off. */
export const preferences = z
  .object({
    emailNotifications: z.boolean(),
    smsNotifications: z.boolean(),
    pushNotifications: z.boolean(),
    transactionAlerts: z.boolean(),
    securityAlerts: z.boolean(),
    marketingEmails: z.boolean(),
    /** Whether other customers find this one by e-mail or telephone, to send money. */
    foundByEmail: z.boolean(),
    foundByPhone: z.boolean(),
    /** Whether push notifications show amounts, which a locked screen displays as well. */
    pushAmounts: z.boolean(),
  })
  .meta({ id: 'Preferences' });
export type Preferences = z.infer<typeof preferences>;

/** Whether text messages reach the person: they need a sender and a verified number (the bank and the world, section 6). */
export const textMessageStates = ['available', 'unverified', 'not_configured'] as const;

export const preferencesAnswer = preferences
  .extend({ textMessages: z.enum(textMessageStates) })
  .meta({ id: 'PreferencesAnswer' });
export type PreferencesAnswer = z.infer<typeof preferencesAnswer>;

/** Changing the alerts or switching a channel off needs an approval. What is left out of the last three stays as it is. */
export const savePreferencesRequest = z.object({
  ...preferences.shape,
  foundByEmail: optional(z.boolean()),
  foundByPhone: optional(z.boolean()),
  pushAmounts: optional(z.boolean()),
});
export type SavePreferencesRequest = z.infer<typeof savePreferencesRequest>;

/** The preferences of a user who has not chosen any. */
export const defaultPreferences: Preferences = {
  emailNotifications: true,
  smsNotifications: false,
  pushNotifications: false,
  transactionAlerts: true,
  securityAlerts: true,
  marketingEmails: false,
  foundByEmail: true,
  foundByPhone: true,
  pushAmounts: false,
};

export const verifyPhoneRequest = z.object({ code: text(12).transform(compact) });
export type VerifyPhoneRequest = z.infer<typeof verifyPhoneRequest>;

/** The password form (specification 2, section 5). */
export const changePasswordRequest = z
  .object({ currentPassword: typedPassword, newPassword: newStrongPassword, confirmPassword: typedPassword })
  .refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
    path: ['confirmPassword'],
    message: rule('PASSWORDS_DIFFER'),
  });
export type ChangePasswordRequest = z.infer<typeof changePasswordRequest>;

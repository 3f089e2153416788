import { z } from 'zod';
import { session } from './auth';
import { moment } from './time';
import { optional, rule, text } from './validation';

/** Passkeys of one person. */
export const passkeyMaximum = 20;

export const passkeyName = text(60);

export const passkey = z
  .object({ id: z.int(), name: z.string(), created_at: moment, last_used_at: moment.nullable() })
  .meta({ id: 'Passkey' });
export type Passkey = z.infer<typeof passkey>;

export const passkeyList = z.object({ passkeys: z.array(passkey) });
export type PasskeyList = z.infer<typeof passkeyList>;

export const renamePasskeyRequest = z.object({ name: passkeyName });
export type RenamePasskeyRequest = z.infer<typeof renamePasskeyRequest>;

/** A signed-in person registers, unless they ask to authenticate. */
export const passkeyOptionsRequest = z.preprocess(
  (body) => body ?? {},
  z.object({ ceremony: optional(z.enum(['registration', 'authentication'])) }),
);
export type PasskeyOptionsRequest = z.infer<typeof passkeyOptionsRequest>;

const base64url = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]+$/, rule('NOT_VALID'));
const type = z.literal('public-key');
const descriptor = z.object({
  id: z.string(),
  type,
  transports: z.array(z.string()).optional(),
});

/** `PublicKeyCredentialCreationOptionsJSON` of WebAuthn. */
export const registrationOptions = z
  .object({
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    challenge: z.string(),
    pubKeyCredParams: z.array(z.object({ alg: z.int(), type })),
    timeout: z.int(),
    attestation: z.literal('none'),
    excludeCredentials: z.array(descriptor),
    authenticatorSelection: z.object({
      residentKey: z.literal('required'),
      requireResidentKey: z.literal(true),
      userVerification: z.literal('required'),
    }),
    extensions: z.object({ credProps: z.literal(true) }),
  })
  .meta({ id: 'PasskeyRegistrationOptions' });
export type RegistrationOptions = z.infer<typeof registrationOptions>;

/** `PublicKeyCredentialRequestOptionsJSON` of WebAuthn; without a list any passkey of the site is accepted. */
export const authenticationOptions = z
  .object({
    rpId: z.string(),
    challenge: z.string(),
    timeout: z.int(),
    userVerification: z.literal('required'),
    allowCredentials: z.array(descriptor).optional(),
  })
  .meta({ id: 'PasskeyAuthenticationOptions' });
export type AuthenticationOptions = z.infer<typeof authenticationOptions>;

export const passkeyOptions = z.union([registrationOptions, authenticationOptions]);
export type PasskeyOptions = z.infer<typeof passkeyOptions>;

const credential = {
  id: base64url(1_364),
  rawId: base64url(1_364),
  type,
  authenticatorAttachment: optional(z.enum(['platform', 'cross-platform'])),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
};

const attestation = z.object({
  clientDataJSON: base64url(4_000),
  attestationObject: base64url(16_000),
  transports: optional(z.array(z.string().max(20)).max(8)),
});

const assertion = z.object({
  clientDataJSON: base64url(4_000),
  authenticatorData: base64url(4_000),
  signature: base64url(8_000),
  userHandle: optional(base64url(100)),
});

const registration = z.object({ ...credential, response: attestation, name: optional(passkeyName) });
export type PasskeyRegistration = z.infer<typeof registration>;

/** `AuthenticationResponseJSON` of WebAuthn. */
export const passkeyAssertion = z
  .object({ ...credential, response: assertion })
  .meta({ id: 'PasskeyAssertion' });
export type PasskeyAssertion = z.infer<typeof passkeyAssertion>;

/** `RegistrationResponseJSON`, with the name that the person gives to the passkey, or `AuthenticationResponseJSON`. */
export const verifyPasskeyRequest = z.object({
  ...registration.shape,
  response: z.union([attestation, assertion]),
});
export type VerifyPasskeyRequest = PasskeyRegistration | PasskeyAssertion;

/** A session after an authentication, the new passkey after a registration. */
export const verifyPasskeyAnswer = z.union([session, passkey]);
export type VerifyPasskeyAnswer = z.infer<typeof verifyPasskeyAnswer>;

/** The library of passkeys, loaded at their first use: a server starts a tenth sooner without it. */
export const webAuthn = () => import('@simplewebauthn/server');

/** Its decoders of authenticators' messages, loaded likewise. */
export const webAuthnHelpers = () => import('@simplewebauthn/server/helpers');

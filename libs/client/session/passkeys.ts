import type { Session } from '@bank/contracts/auth';
import type {
  AuthenticationOptions,
  Passkey,
  PasskeyAssertion,
  RegistrationOptions,
} from '@bank/contracts/passkeys';
// By its shared name: a remote bundles this file, and takes what it imports from the host.
import { api, newIdempotencyKey } from '@bank/client/api';

/** Loaded when a passkey is used: most visits need none. */
const library = () => import('@simplewebauthn/browser');

/** A challenge lives five minutes: one that waits in a form is replaced before. */
const renewalMilliseconds = 4 * 60_000;

/** Whether this browser, on this page, knows passkeys. */
export const knowsPasskeys = (): boolean => typeof globalThis.PublicKeyCredential === 'function';

/** Has the person prove themselves by one of the passkeys that the options name. @throws the browser's error. */
export async function assertionOf(optionsJSON: AuthenticationOptions): Promise<PasskeyAssertion> {
  const { startAuthentication } = await library();
  return (await startAuthentication({ optionsJSON })) as PasskeyAssertion;
}

const askedOptions = () =>
  api.post<AuthenticationOptions>(
    '/auth/passkeys/options',
    { ceremony: 'authentication' },
    { passive: true },
  );
const verified = (assertion: PasskeyAssertion) => api.post<Session>('/auth/passkeys/verify', assertion);

/** Signs in by a passkey that the person chooses in the browser's dialog. @throws ApiError, the browser's error. */
export const signInByPasskey = async (): Promise<Session> =>
  verified(await assertionOf(await askedOptions()));

/**
 * Offers the person's passkeys in the suggestions of the field whose `autocomplete` ends with `webauthn`, until one is
 * chosen; resolves with the session, and never where the browser cannot or `signal` ends it.
 * @throws ApiError when the server refuses the chosen one.
 */
export async function suggestedPasskey(signal: AbortSignal): Promise<Session> {
  const { browserSupportsWebAuthnAutofill, startAuthentication, WebAuthnAbortService } = await library();
  const cancel = () => WebAuthnAbortService.cancelCeremony();
  signal.addEventListener('abort', cancel);
  while (!signal.aborted && (await browserSupportsWebAuthnAutofill())) {
    const optionsJSON = await askedOptions();
    if (signal.aborted) break;
    const renewal = setTimeout(cancel, renewalMilliseconds);
    const chosen = await startAuthentication({ optionsJSON, useBrowserAutofill: true }).catch(isOver);
    clearTimeout(renewal);
    if (chosen) return verified(chosen as PasskeyAssertion);
    await shown();
  }
  return new Promise(() => undefined);
}

/** Only a renewal ends a suggestion by itself; any other failure is the end of suggesting. */
function isOver(error: unknown): undefined {
  if (!isAborted(error)) throw error;
}

const isAborted = (error: unknown) => error instanceof Error && error.name === 'AbortError';

/** Whether the person closed the browser's dialog, or it took too long: nothing happened. */
export const isCancelled = (error: unknown): boolean =>
  error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name);

/** Whether the authenticator has a passkey of this account already. */
export const isKnownHere = (error: unknown): boolean =>
  error instanceof Error && error.name === 'InvalidStateError';

/** Until the page is visible: a page in the background asks for no challenges. */
function shown(): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (document.visibilityState === 'hidden') return;
      document.removeEventListener('visibilitychange', check);
      resolve();
    };
    document.addEventListener('visibilitychange', check);
    check();
  });
}

/** Makes a passkey for the signed-in person and adds it under a name. @throws ApiError, the browser's error. */
export async function addPasskey(name: string): Promise<Passkey> {
  const optionsJSON = await api.post<RegistrationOptions>('/auth/passkeys/options', {
    ceremony: 'registration',
  });
  const { startRegistration } = await library();
  const made = await startRegistration({ optionsJSON });
  const idempotencyKey = newIdempotencyKey();
  return api.post<Passkey>('/auth/passkeys/verify', { ...made, name }, { idempotencyKey });
}

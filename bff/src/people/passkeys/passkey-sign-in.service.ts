import { Injectable } from '@nestjs/common';
import type { AuthenticationOptions, PasskeyAssertion } from '@bank/contracts/passkeys';
import { Config } from '../../platform/config/config';
import { rowOf, text, whole } from '../../platform/database/columns';
import { ApiException } from '../../platform/errors/api-exception';
import type { Caller } from '../../platform/http/request-context';
import { AttemptsService, passkeyOf, type Admitted } from '../auth/attempts.service';
import { SessionOpener, type OpenedSession } from '../auth/session-opener.service';
import { SignInDatabase } from '../auth/sign-in-database';
import { activeUser } from '../users/active-user';
import { Assertions } from './assertions.service';
import { clientDataOf } from './client-data';
import { PasskeyChallenges } from './passkey-challenges.service';
import { PasskeyStore, type StoredPasskey } from './passkey-store.service';
import { PasskeysService, requestOptions } from './passkeys.service';
import { partyOf, relyingParty } from './relying-party';

const personRow = rowOf({ id: whole, email: text });
const activePerson = `SELECT id, email FROM users WHERE id = ? AND ${activeUser('users')}`;

/** Signs in by passkey, without a name: the authenticator offers those that it has for the site. */
@Injectable()
export class PasskeySignIn {
  constructor(
    private readonly database: SignInDatabase,
    private readonly challenges: PasskeyChallenges,
    private readonly store: PasskeyStore,
    private readonly assertions: Assertions,
    private readonly passkeys: PasskeysService,
    private readonly attempts: AttemptsService,
    private readonly opener: SessionOpener,
    private readonly config: Config,
  ) {}

  async options(caller: Caller): Promise<AuthenticationOptions> {
    const { id, origin } = relyingParty(this.config, caller);
    const nobody = { userId: null, sessionId: null, userHandle: null };
    return requestOptions(id, await this.challenges.issue('sign_in', { origin, ...nobody }));
  }

  /**
   * Opens a session for the person of a passkey, which counts as two factors. Unknown passkeys, wrong signatures and users
   * who may not sign in get the same response; each counts as a failed attempt of the passkey and of the address.
   * @throws ApiException PASSKEY_EXPIRED, PASSKEY_REFUSED, TOO_MANY_ATTEMPTS.
   */
  async signIn(assertion: PasskeyAssertion, caller: Caller): Promise<OpenedSession> {
    const attempt = await this.attempts.begin(passkeyOf(assertion.id), caller.address);
    const passkey = await this.store.find(this.database, Buffer.from(assertion.id, 'base64url'));
    const opened = await this.attempts.releaseOnError(attempt, async () => {
      const counter = await this.counterOf(assertion, passkey);
      return passkey && counter !== undefined && this.open(attempt, passkey, counter, caller);
    });
    return opened || this.refuse(attempt, passkey, caller);
  }

  /** Spends the challenge, also for an unknown passkey. */
  private async counterOf(
    assertion: PasskeyAssertion,
    passkey: StoredPasskey | undefined,
  ): Promise<number | undefined> {
    const data = clientDataOf(assertion.response.clientDataJSON);
    if (!data) return undefined;
    const { origin } = await this.challenges.take(data.challenge, 'sign_in');
    // Without a name the person is known by the handle alone (WebAuthn, section 7.2, step 6).
    if (!passkey || assertion.response.userHandle === undefined) return undefined;
    return this.assertions.counterOf(assertion, passkey, data.challenge, partyOf(origin));
  }

  private async open(
    attempt: Admitted,
    passkey: StoredPasskey,
    counter: number,
    caller: Caller,
  ): Promise<OpenedSession | undefined> {
    const person = await this.database.row(personRow, activePerson, [passkey.userId]);
    if (!person) return undefined;
    const isUsed = await this.database.transaction((tx) => this.passkeys.use(tx, passkey, counter, caller));
    if (!isUsed) return undefined;
    return this.database.transaction(async (tx) => {
      // Read again: the person may have been deactivated meanwhile, or the passkey removed, which ends the sessions that exist by then.
      if (!(await tx.exists(`${activePerson} FOR UPDATE`, [passkey.userId]))) return undefined;
      if (!(await this.store.lock(tx, passkey.id))) return undefined;
      await this.attempts.recordSuccess(tx, attempt);
      return this.opener.open(tx, person, caller, { factors: 2, text: 'session.opened_by_passkey' });
    });
  }

  private async refuse(
    attempt: Admitted,
    passkey: StoredPasskey | undefined,
    { requestId }: Caller,
  ): Promise<never> {
    const facts = { action: 'session.refused', text: 'session.passkey_refused' } as const;
    await this.database.transaction((tx) =>
      this.attempts.recordFailure(tx, attempt, {
        ...facts,
        userId: passkey?.userId ?? null,
        email: null,
        requestId,
      }),
    );
    throw new ApiException('PASSKEY_REFUSED');
  }
}

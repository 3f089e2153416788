import { Injectable } from '@nestjs/common';
import type { AuthenticationOptions, PasskeyAssertion } from '@bank/contracts/passkeys';
import { generateAuthenticationOptions } from '@simplewebauthn/server';
import { AuditService } from '../../platform/audit/audit.service';
import { Config } from '../../platform/config/config';
import { type Connection, Database } from '../../platform/database/database';
import type { Caller } from '../../platform/http/request-context';
import { Assertions } from './assertions.service';
import { ceremonyMilliseconds } from './passkey-challenges.service';
import { PasskeyStore, type StoredPasskey } from './passkey-store.service';
import { relyingParty } from './relying-party';

/** Whom a passkey is to prove. */
export interface PasskeyOwner {
  userId: number;
  email: string;
}

/** Proofs by passkey of a person who is known already, for a challenge of the caller's own. */
@Injectable()
export class PasskeysService {
  constructor(
    private readonly database: Database,
    private readonly store: PasskeyStore,
    private readonly assertions: Assertions,
    private readonly audit: AuditService,
    private readonly config: Config,
  ) {}

  /** Whether a person has a passkey of any site. */
  isEnrolled(connection: Connection, userId: number): Promise<boolean> {
    return connection.exists('SELECT 1 FROM passkeys WHERE user_id = ? LIMIT 1', [userId]);
  }

  /**
   * The options of an assertion by one of a person's passkeys of the caller's site, over a challenge in base64url that the
   * caller keeps and accepts once; undefined when the person has none for the site.
   */
  async assertionOptions(
    userId: number,
    challenge: string,
    caller: Caller,
  ): Promise<AuthenticationOptions | undefined> {
    const { id: rpID } = relyingParty(this.config, caller);
    const keys = (await this.store.known(this.database, userId)).filter(({ rpId }) => rpId === rpID);
    if (keys.length === 0) return undefined;
    const allowCredentials = keys.map(({ credentialId, transports }) => ({
      id: credentialId.toString('base64url'),
      transports,
    }));
    return requestOptions(rpID, Buffer.from(challenge, 'base64url'), allowCredentials);
  }

  /**
   * Whether an assertion is by one of a person's passkeys over that challenge on the caller's site, with the person
   * verified; it is then spent, since its counter is. A counter that went back is refused and recorded.
   */
  async accepts(
    { userId, email }: PasskeyOwner,
    challenge: string,
    assertion: PasskeyAssertion,
    caller: Caller,
  ): Promise<boolean> {
    const passkey = await this.store.find(this.database, Buffer.from(assertion.id, 'base64url'));
    if (passkey?.userId !== userId) return false;
    const party = relyingParty(this.config, caller);
    const counter = await this.assertions.counterOf(assertion, passkey, challenge, party);
    if (counter === undefined) return false;
    return this.use(this.database, passkey, counter, { email, requestId: caller.requestId });
  }

  /** Records a use; false, with a line in the activity log, when the counter did not advance. */
  use(
    database: Database,
    { id, userId }: StoredPasskey,
    counter: number,
    { email, requestId }: { email: string; requestId: string },
  ): Promise<boolean> {
    return database.transaction(async (tx) => {
      if (await this.store.use(tx, id, counter)) return true;
      await this.audit.record(tx, { action: 'passkey.copied', type: 'warning', userId, email, requestId });
      return false;
    });
  }
}

/** Options that every assertion has; without a list the authenticator offers its passkeys of the site. */
export async function requestOptions(
  rpID: string,
  challenge: Uint8Array,
  allowCredentials?: { id: string; transports: string[] }[],
): Promise<AuthenticationOptions> {
  const options = await generateAuthenticationOptions({
    rpID,
    challenge: Uint8Array.from(challenge),
    ...(allowCredentials && { allowCredentials }),
    timeout: ceremonyMilliseconds,
    userVerification: 'required',
  });
  return options as AuthenticationOptions;
}

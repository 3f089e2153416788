import { Injectable } from '@nestjs/common';
import { passkeyAssertion, type AuthenticationOptions } from '@bank/contracts/passkeys';
import { AuditService } from '../../platform/audit/audit.service';
import { Config } from '../../platform/config/config';
import type { Connection, Transaction } from '../../platform/database/database';
import type { Caller } from '../../platform/http/request-context';
import { PasskeyApprovals } from '../approvals/passkey-approvals';
import { Assertions } from './assertions.service';
import { ceremonyMilliseconds } from './passkey-challenges.service';
import { PasskeyStore, type StoredPasskey } from './passkey-store.service';
import { relyingParty } from './relying-party';
import { webAuthn } from './web-authn';

/** Proofs by passkey of a person who is known already, for a challenge that the caller keeps and accepts once. */
@Injectable()
export class PasskeysService extends PasskeyApprovals {
  constructor(
    private readonly store: PasskeyStore,
    private readonly assertions: Assertions,
    private readonly audit: AuditService,
    private readonly config: Config,
  ) {
    super();
  }

  /** Whether a person has a passkey of any site: which site calls is only the caller's claim. */
  isEnrolled(connection: Connection, userId: number): Promise<boolean> {
    return connection.exists('SELECT 1 FROM passkeys WHERE user_id = ? LIMIT 1', [userId]);
  }

  /** The options of an assertion by one of a person's passkeys of the caller's site. */
  async options(
    connection: Connection,
    userId: number,
    challenge: string,
    caller: Caller,
  ): Promise<AuthenticationOptions> {
    const { id: rpID } = relyingParty(this.config, caller);
    const keys = (await this.store.known(connection, userId)).filter(({ rpId }) => rpId === rpID);
    const allowCredentials = keys.map(({ credentialId, transports }) => ({
      id: credentialId.toString('base64url'),
      transports,
    }));
    return requestOptions(rpID, Buffer.from(challenge, 'base64url'), allowCredentials);
  }

  /**
   * Whether an assertion is by one of a person's passkeys over that challenge on the caller's site, with the person
   * verified. A counter that went back is refused and recorded.
   */
  async verifies(
    tx: Transaction,
    userId: number,
    challenge: string,
    assertion: Record<string, unknown>,
    caller: Caller,
  ): Promise<boolean> {
    const { data } = passkeyAssertion.safeParse(assertion);
    if (!data) return false;
    const passkey = await this.store.find(tx, Buffer.from(data.id, 'base64url'));
    if (passkey?.userId !== userId) return false;
    const party = relyingParty(this.config, caller);
    const counter = await this.assertions.counterOf(data, passkey, challenge, party);
    return counter !== undefined && this.use(tx, passkey, counter, caller);
  }

  /** Records a use; false, with a line in the activity log, when the counter did not advance. */
  async use(
    tx: Transaction,
    { id, userId }: StoredPasskey,
    counter: number,
    { requestId }: Pick<Caller, 'requestId'>,
  ): Promise<boolean> {
    if (await this.store.use(tx, id, counter)) return true;
    await this.audit.record(tx, { action: 'passkey.copied', type: 'warning', userId, requestId });
    return false;
  }
}

/** Options that every assertion has; without a list the authenticator offers its passkeys of the site. */
export async function requestOptions(
  rpID: string,
  challenge: Uint8Array,
  allowCredentials?: { id: string; transports: string[] }[],
): Promise<AuthenticationOptions> {
  const { generateAuthenticationOptions } = await webAuthn();
  const options = await generateAuthenticationOptions({
    rpID,
    challenge: Uint8Array.from(challenge),
    ...(allowCredentials && { allowCredentials }),
    timeout: ceremonyMilliseconds,
    userVerification: 'required',
  });
  return options as AuthenticationOptions;
}

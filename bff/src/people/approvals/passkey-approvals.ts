import type { Connection, Transaction } from '../../platform/database/database';
import type { Caller } from '../../platform/http/request-context';

/** The interface of passkeys for approvals; implemented by `people/passkeys`, above. */
export abstract class PasskeyApprovals {
  /** Whether a user has a passkey. */
  abstract isEnrolled(connection: Connection, userId: number): Promise<boolean>;

  /**
   * The options of an assertion over `challenge` (base64url) by one of the user's passkeys of the caller's site, with user
   * verification, as `PublicKeyCredentialRequestOptionsJSON`.
   */
  abstract options(
    connection: Connection,
    userId: number,
    challenge: string,
    caller: Caller,
  ): Promise<Record<string, unknown>>;

  /** Whether an assertion over `challenge` is by one of the user's passkeys, with user verification. */
  abstract verifies(
    tx: Transaction,
    userId: number,
    challenge: string,
    assertion: Record<string, unknown>,
    caller: Caller,
  ): Promise<boolean>;
}

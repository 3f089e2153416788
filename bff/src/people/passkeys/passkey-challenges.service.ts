import { Injectable } from '@nestjs/common';
import { bytes, rowOf, text, whole } from '../../platform/database/columns';
import { ApiException } from '../../platform/errors/api-exception';
import { Clock } from '../../platform/time/clock.service';
import { digest, newToken } from '../../platform/security/secrets';
import { SignInDatabase } from '../auth/sign-in-database';

type Ceremony = 'registration' | 'sign_in';

/** The time for a ceremony, in milliseconds. */
export const ceremonyMilliseconds = 5 * 60_000;

const challengeRow = rowOf({
  origin: text,
  userId: whole.nullable(),
  sessionId: whole.nullable(),
  userHandle: bytes.nullable(),
});

/** The purpose of a challenge. */
interface Issued {
  origin: string;
  userId: number | null;
  sessionId: number | null;
  userHandle: Buffer | null;
}

/** The challenges of ceremonies, each for one answer within five minutes, on whichever server it arrives. */
@Injectable()
export class PasskeyChallenges {
  constructor(
    private readonly database: SignInDatabase,
    private readonly clock: Clock,
  ) {}

  /** A new challenge, of which only the digest is stored. */
  async issue(
    ceremony: Ceremony,
    { origin, userId, sessionId, userHandle }: Issued,
  ): Promise<Uint8Array<ArrayBuffer>> {
    const challenge = newToken();
    await this.database.write(
      `INSERT INTO passkey_challenges
         (challenge_hash, ceremony, origin, user_id, session_id, user_handle, expires_at)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
      [
        digest(challenge),
        ceremony,
        origin,
        userId,
        sessionId,
        userHandle,
        new Date(this.clock.now().getTime() + ceremonyMilliseconds),
      ],
    );
    return Uint8Array.from(Buffer.from(challenge, 'base64url'));
  }

  /**
   * Spends a challenge, whatever the result of its answer; only one of several simultaneous answers finds it.
   * @throws ApiException PASSKEY_EXPIRED when it is unknown, spent, late or of another ceremony.
   */
  async take(challenge: string, ceremony: Ceremony): Promise<Issued> {
    const values = [digest(challenge), ceremony, this.clock.now()];
    const sql = 'FROM passkey_challenges WHERE challenge_hash = ? AND ceremony = ? AND expires_at > ?';
    const issued = await this.database.row(
      challengeRow,
      `SELECT origin, user_id AS userId, session_id AS sessionId, user_handle AS userHandle ${sql}`,
      values,
    );
    const { affectedRows } = await this.database.write(`DELETE ${sql}`, values);
    if (!issued || affectedRows !== 1) throw new ApiException('PASSKEY_EXPIRED');
    return issued;
  }
}

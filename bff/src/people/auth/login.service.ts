import { Injectable } from '@nestjs/common';
import type { LoginRequest, MfaChallenge, MfaRequest } from '@bank/contracts/auth';
import type { z } from 'zod';
import { bytes, rowOf, text, whole } from '../../platform/database/columns';
import type { Connection, Transaction } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';
import type { Caller } from '../../platform/http/request-context';
import { Clock } from '../../platform/time/clock.service';
import { activeUser } from '../users/active-user';
import { UsersService, type Credentials } from '../users/users.service';
import { AttemptsService, stranger, type Admitted } from './attempts.service';
import { KnownDevices } from './known-devices.service';
import { PasswordsService } from './passwords.service';
import { RememberedBrowsers } from './remembered-browsers.service';
import { digest, newToken } from '../../platform/security/secrets';
import { SignInCodes } from './sign-in-codes.service';
import { SessionOpener, type OpenedSession } from './session-opener.service';
import { SignInDatabase } from './sign-in-database';
import { TwoFactorService } from './two-factor.service';

/** The lifetime and tries of a second factor after the password (wire contract, section 3). */
const challengeMinutes = 5;
const challengeMilliseconds = challengeMinutes * 60_000;
const challengeTries = 5;

const personRow = rowOf({ id: whole, email: text });
type Person = Pick<Credentials, 'id' | 'email'>;

/** The answer to a sign-in, and the cookie of a remembered browser that goes with it. */
export interface SignInAnswer<Answer = OpenedSession | MfaChallenge> {
  answer: Answer;
  cookie?: string | undefined;
}

const challengeRow = rowOf({ userId: whole, mailed: bytes.nullable() });
type Challenged = z.infer<typeof challengeRow>;

/** Inside the transaction of a sign-in: its answer, and the code to mail once it is committed. */
interface Begun extends SignInAnswer {
  code?: string;
}

@Injectable()
export class LoginService {
  constructor(
    private readonly database: SignInDatabase,
    private readonly users: UsersService,
    private readonly passwords: PasswordsService,
    private readonly attempts: AttemptsService,
    private readonly devices: KnownDevices,
    private readonly opener: SessionOpener,
    private readonly twoFactor: TwoFactorService,
    private readonly browsers: RememberedBrowsers,
    private readonly codes: SignInCodes,
    private readonly clock: Clock,
  ) {}

  /**
   * Signs a user in by e-mail or username, or asks for the second factor unless the browser is remembered; a sign-in
   * that a rule challenges always needs one, or a mailed code where the person has none. Unknown and inactive users and wrong
   * passwords get the same response after the same work; a blocked subject is refused before the password is checked.
   * @throws ApiException INVALID_CREDENTIALS, TOO_MANY_ATTEMPTS, TOO_MANY_REQUESTS after too many mailed codes;
   * HELD_FOR_REVIEW, BLOCKED_BY_RULE where the rules say so.
   */
  async login(body: LoginRequest, caller: Caller): Promise<SignInAnswer> {
    const identifier = body.username ?? body.email ?? '';
    const person = await this.users.credentialsOf(this.database, identifier);
    const attempt = await this.attempts.begin(
      person ? this.devices.passwordsOf(person, caller) : stranger(identifier),
      caller.address,
    );
    const begun = await this.attempts.releaseOnError(attempt, async () => {
      const isRight = await this.passwords.matches(person?.passwordHash, body.password);
      if (!isRight || person?.status !== 'active') return undefined;
      return this.database.transaction(async (tx) => {
        if (!(await this.users.stillOpen(tx, person))) return undefined;
        await this.attempts.recordSuccess(tx, attempt);
        return this.begin(tx, person, caller);
      });
    });
    if (!begun || !person) return this.refuse(attempt, person, caller, 'INVALID_CREDENTIALS');
    const { code, ...answer } = begun;
    if (code !== undefined) await this.codes.send(person.id, code, challengeMinutes);
    return answer;
  }

  /** The next step after the right password. */
  private async begin(tx: Transaction, person: Person, caller: Caller): Promise<Begun> {
    const hasFactor = await this.twoFactor.isEnabled(tx, person.id);
    const cookie = hasFactor ? await this.browsers.recognise(tx, person.id, caller) : undefined;
    if (hasFactor && cookie === undefined) return { answer: await this.challenge(tx, person.id) };
    const opened = await this.opener.open(tx, person, caller);
    if (opened) return { answer: opened, cookie };
    // The browser needs its next cookie here too, since the sent one is used up.
    if (hasFactor) return { answer: await this.challenge(tx, person.id), cookie };
    return this.challengeByMail(tx, person.id);
  }

  /**
   * Completes a sign-in with a one-time code or a recovery code, and remembers the browser if asked to.
   * @throws ApiException INVALID_CODE, MFA_EXPIRED after five minutes or five tries, TOO_MANY_ATTEMPTS after too many wrong
   * codes across sign-ins.
   */
  async secondFactor(
    { mfa_token, code, remember }: MfaRequest,
    caller: Caller,
  ): Promise<SignInAnswer<OpenedSession>> {
    const token = digest(mfa_token);
    const { userId } = await this.challenged(this.database, token);
    const attempt = await this.attempts.begin(await this.devices.codesOf(userId, caller), caller.address);
    const { person, signedIn } = await this.attempts.releaseOnError(attempt, () =>
      this.database.transaction(async (tx) => {
        // Locked first: a change of the password, which expires the challenge, comes before or ends the session.
        const person = await this.activePerson(tx, userId);
        await tx.exists('SELECT 1 FROM mfa_challenges WHERE token_hash = ? FOR UPDATE', [token]);
        const { mailed } = await this.challenged(tx, token);
        await tx.write('UPDATE mfa_challenges SET tries = tries + 1 WHERE token_hash = ?', [token]);
        const isRight = mailed
          ? this.codes.isRight(token, code, mailed)
          : await this.twoFactor.accepts(tx, { ...person, userId }, code, caller);
        if (!isRight) return { person, signedIn: undefined };
        await tx.write('DELETE FROM mfa_challenges WHERE token_hash = ?', [token]);
        await this.attempts.recordSuccess(tx, attempt);
        // A mailed code meets a rule's challenge, but is not the second factor that administrators need.
        const manner = mailed ? ({ factors: 1, isProven: true } as const) : ({ factors: 2 } as const);
        const answer = await this.opener.open(tx, person, caller, manner);
        if (!answer) throw new Error('a proven sign-in was challenged again');
        const cookie = remember && !mailed ? await this.browsers.remember(tx, person.id, caller) : undefined;
        return { person, signedIn: { answer, cookie } };
      }),
    );
    return signedIn ?? this.refuse(attempt, person, caller, 'INVALID_CODE');
  }

  private async refuse(
    attempt: Admitted,
    person: Person | undefined,
    caller: Caller,
    code: 'INVALID_CREDENTIALS' | 'INVALID_CODE',
  ): Promise<never> {
    const text = code === 'INVALID_CODE' ? 'session.code_refused' : 'session.refused';
    await this.database.transaction((tx) =>
      this.attempts.recordFailure(tx, attempt, {
        action: 'session.refused',
        text,
        userId: person?.id ?? null,
        email: person?.email ?? null,
        requestId: caller.requestId,
      }),
    );
    throw new ApiException(code);
  }

  private async challengeByMail(tx: Transaction, userId: number): Promise<Begun> {
    const token = newToken();
    const { code, stored } = this.codes.create(digest(token));
    const answer = await this.challenge(tx, userId, token, stored);
    return { answer: { ...answer, mailed: true }, code };
  }

  private async challenge(
    tx: Transaction,
    userId: number,
    token = newToken(),
    mailed: Buffer | null = null,
  ): Promise<MfaChallenge> {
    const now = this.clock.now();
    await tx.write(
      'INSERT INTO mfa_challenges (token_hash, user_id, created_at, expires_at, mailed_code) VALUES (?, ?, ?, ?, ?)',
      [digest(token), userId, now, new Date(now.getTime() + challengeMilliseconds), mailed],
    );
    return { mfa_required: true, mfa_token: token };
  }

  /** An open challenge: its person, and the stored digest of the mailed code. @throws ApiException MFA_EXPIRED. */
  private async challenged(connection: Connection, token: Buffer): Promise<Challenged> {
    const row = await connection.row(
      challengeRow,
      'SELECT user_id AS userId, mailed_code AS mailed FROM mfa_challenges WHERE token_hash = ? AND expires_at > ? AND tries < ?',
      [token, this.clock.now(), challengeTries],
    );
    if (!row) throw new ApiException('MFA_EXPIRED');
    return row;
  }

  private async activePerson(tx: Transaction, userId: number): Promise<Person> {
    const person = await tx.row(
      personRow,
      `SELECT id, email FROM users WHERE id = ? AND ${activeUser('users')} FOR UPDATE`,
      [userId],
    );
    if (!person) throw new ApiException('MFA_EXPIRED');
    return person;
  }
}

import { Injectable } from '@nestjs/common';
import type { QueryRunner } from 'typeorm';
import type { LoginAnswer, LoginRequest, MfaChallenge, MfaRequest, Session } from '@bank/contracts/auth';
import { AuditService } from '../audit/audit.service';
import type { Call } from '../common/call';
import { Clock } from '../common/clock';
import { Failure } from '../common/failure';
import { inTransaction } from '../common/transaction';
import { NotificationsService } from '../notifications/notifications.service';
import { UsersService, type Credentials } from '../users/users.service';
import { AttemptsService, stranger, type Admitted } from './attempts.service';
import { PasswordsService } from './passwords.service';
import { deviceName } from './device';
import { KnownDevices } from './known-devices.service';
import { digest, newToken } from './secrets';
import { SessionsService } from './sessions.service';
import { SignInDatabase } from './sign-in-database';
import { TwoFactorService } from './two-factor.service';

/** How long and how often a second factor may be given after the password (wire contract, section 3). */
const challengeMilliseconds = 5 * 60_000;
const challengeTries = 5;

type Person = Pick<Credentials, 'id' | 'email'>;

@Injectable()
export class LoginService {
  constructor(
    private readonly dataSource: SignInDatabase,
    private readonly users: UsersService,
    private readonly passwords: PasswordsService,
    private readonly attempts: AttemptsService,
    private readonly devices: KnownDevices,
    private readonly sessions: SessionsService,
    private readonly twoFactor: TwoFactorService,
    private readonly audit: AuditService,
    private readonly notifications: NotificationsService,
    private readonly clock: Clock,
  ) {}

  /**
   * Signs a person in by e-mail or username, or asks for their second factor. Unknown, inactive and wrong get the
   * same answer after the same work; whoever is slowed is refused before any password is looked at.
   * @throws Failure INVALID_CREDENTIALS, TOO_MANY_ATTEMPTS.
   */
  async login(body: LoginRequest, call: Call): Promise<LoginAnswer> {
    const identifier = body.username ?? body.email ?? '';
    const person = await this.users.credentialsOf(this.dataSource, identifier);
    const attempt = await this.attempts.begin(
      person ? this.devices.passwordsOf(person, call) : stranger(identifier),
      call.address,
    );
    const answer = await this.attempts.orAbandon(attempt, async () => {
      const right = await this.passwords.matches(person?.passwordHash, body.password);
      if (!right || person?.status !== 'active') return undefined;
      return inTransaction(this.dataSource, async (runner) => {
        await this.attempts.right(runner, attempt);
        return (await this.twoFactor.isEnabled(runner, person.id))
          ? this.challenge(runner, person.id)
          : this.open(runner, person, call);
      });
    });
    return answer ?? this.refuse(attempt, person, call, 'INVALID_CREDENTIALS');
  }

  /**
   * Completes a sign-in with a code of the person's device or a recovery code.
   * @throws Failure INVALID_CODE, MFA_EXPIRED after five minutes or five tries, TOO_MANY_ATTEMPTS when too many
   * codes were wrong across sign-ins.
   */
  async secondFactor({ mfa_token, code }: MfaRequest, call: Call): Promise<Session> {
    const token = digest(mfa_token);
    const userId = await this.challenged(this.dataSource, token);
    const attempt = await this.attempts.begin(await this.devices.codesOf(userId, call), call.address);
    const { person, session } = await this.attempts.orAbandon(attempt, () =>
      inTransaction(this.dataSource, async (runner) => {
        await runner.query('SELECT 1 FROM mfa_challenges WHERE token_hash = ? FOR UPDATE', [token]);
        await this.challenged(runner, token);
        await runner.query('UPDATE mfa_challenges SET tries = tries + 1 WHERE token_hash = ?', [token]);
        const person = await this.activePerson(runner, userId);
        if (!(await this.twoFactor.accepts(runner, { ...person, userId }, code, call)))
          return { person, session: undefined };
        await runner.query('DELETE FROM mfa_challenges WHERE token_hash = ?', [token]);
        await this.attempts.right(runner, attempt);
        return { person, session: await this.open(runner, person, call) };
      }),
    );
    return session ?? this.refuse(attempt, person, call, 'INVALID_CODE');
  }

  /** Writes down a wrong attempt and whether it slows the person from now on, then refuses it. */
  private async refuse(
    attempt: Admitted,
    person: Person | undefined,
    call: Call,
    code: 'INVALID_CREDENTIALS' | 'INVALID_CODE',
  ): Promise<never> {
    const what = code === 'INVALID_CODE' ? 'Code à usage unique refusé.' : 'Connexion refusée.';
    const who = { userId: person?.id ?? null, email: person?.email ?? null, requestId: call.requestId };
    await inTransaction(this.dataSource, (runner) =>
      this.attempts.refused(runner, attempt, { ...who, action: 'session.refused', message: what }),
    );
    throw new Failure(code);
  }

  private async open(runner: QueryRunner, person: Person, call: Call): Promise<Session> {
    await this.notifyNewDevice(runner, person, call);
    const tokens = await this.sessions.open(runner, person.id, call);
    await this.audit.record(runner, {
      ...{ action: 'session.opened', type: 'info', message: 'Connexion.' },
      ...{ userId: person.id, email: person.email, requestId: call.requestId },
    });
    return { ...tokens, user: await this.users.read(runner, person.id) };
  }

  /** Tells a person of a sign-in from a device unlike those of the sessions that are remembered. */
  private async notifyNewDevice(runner: QueryRunner, { id }: Person, call: Call): Promise<void> {
    const device = deviceName(call.userAgent);
    const [known] = (await runner.query(
      'SELECT COUNT(*) AS sessions, SUM(device = ?) AS same FROM sessions WHERE user_id = ?',
      [device, id],
    )) as [{ sessions: string; same: string | null }];
    if (Number(known.sessions) === 0 || Number(known.same) > 0) return;
    this.notifications.notify(runner, id, { type: 'security', key: 'new_sign_in', values: { device } });
  }

  private async challenge(runner: QueryRunner, userId: number): Promise<MfaChallenge> {
    const token = newToken();
    const now = this.clock.now();
    await runner.query(
      'INSERT INTO mfa_challenges (token_hash, user_id, created_at, expires_at) VALUES (?, ?, ?, ?)',
      [digest(token), userId, now, new Date(now.getTime() + challengeMilliseconds)],
    );
    return { mfa_required: true, mfa_token: token };
  }

  /** Whose challenge a token is, while it can still be met. */
  private async challenged(runner: QueryRunner | SignInDatabase, token: Buffer): Promise<number> {
    const [row] = (await runner.query(
      'SELECT user_id AS userId FROM mfa_challenges WHERE token_hash = ? AND expires_at > ? AND tries < ?',
      [token, this.clock.now(), challengeTries],
    )) as { userId: number }[];
    if (!row) throw new Failure('MFA_EXPIRED');
    return row.userId;
  }

  private async activePerson(runner: QueryRunner, userId: number): Promise<Person> {
    const [person] = (await runner.query(
      `SELECT id, email FROM users WHERE id = ? AND status = 'active' AND deleted_at IS NULL`,
      [userId],
    )) as Person[];
    if (!person) throw new Failure('MFA_EXPIRED');
    return person;
  }
}

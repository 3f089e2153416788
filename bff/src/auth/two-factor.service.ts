import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type QueryRunner } from 'typeorm';
import type {
  EnableTwoFactorRequest,
  SetUpTwoFactorRequest,
  TwoFactorSetup,
  TwoFactorState,
} from '@bank/contracts/settings';
import { AuditService } from '../audit/audit.service';
import type { Actor } from '../common/actor';
import type { Call } from '../common/call';
import { Clock } from '../common/clock';
import { Failure } from '../common/failure';
import { inTransaction } from '../common/transaction';
import { Config } from '../config';
import { NotificationsService } from '../notifications/notifications.service';
import { AttemptsService } from './attempts.service';
import { KnownDevices } from './known-devices.service';
import { PasswordProofService } from './password-proof.service';
import { SessionsService } from './sessions.service';
import { decrypt, encrypt, keyedDigest } from './secrets';
import { acceptedStep, newTotpSecret, otpauthUrl } from './totp';

const recoveryCodeCount = 10;

/** Crockford's alphabet: no letter that is mistaken for a digit. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

interface StoredTwoFactor {
  secret: Buffer;
  enabledAt: Date | null;
  /** When the person proved who they are for this set-up. */
  provenAt: Date | null;
  lastStep: string | null;
}

/** Whose code it is. */
type Owner = Pick<Actor, 'userId' | 'email'>;

const refusedCode = { action: 'two_factor.refused', message: 'Code à usage unique refusé.' } as const;

@Injectable()
export class TwoFactorService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly proof: PasswordProofService,
    private readonly attempts: AttemptsService,
    private readonly devices: KnownDevices,
    private readonly sessions: SessionsService,
    private readonly audit: AuditService,
    private readonly notifications: NotificationsService,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** Whether a person signs in with a second factor. */
  async isEnabled(runner: QueryRunner | DataSource, userId: number): Promise<boolean> {
    const rows = (await runner.query(
      'SELECT 1 FROM two_factor WHERE user_id = ? AND enabled_at IS NOT NULL',
      [userId],
    )) as unknown[];
    return rows.length > 0;
  }

  /** Whether a person signs in with a second factor, and how many recovery codes they have left. */
  async state({ userId }: Actor): Promise<TwoFactorState> {
    const enabled = await this.isEnabled(this.dataSource, userId);
    const [codes] = (await this.dataSource.query(
      'SELECT COUNT(*) AS unused FROM recovery_codes WHERE user_id = ?',
      [userId],
    )) as { unused: string }[];
    return { enabled, recovery_codes_left: Number(codes?.unused) };
  }

  /**
   * Whether a code is the person's: one of their device, never accepted twice, or a recovery code, which is then
   * used up, and the log says so. The caller's transaction must commit for that to hold.
   */
  async accepts(runner: QueryRunner, person: Owner, code: string, call: Call): Promise<boolean> {
    const { userId, email } = person;
    const stored = await this.lock(runner, userId);
    if (!stored?.enabledAt) return false;
    if (await this.acceptsStep(runner, userId, stored, code)) return true;
    if (!(await this.spendRecoveryCode(runner, userId, code))) return false;
    await this.audit.record(runner, {
      ...{ action: 'two_factor.recovery_code_used', type: 'warning', message: 'Code de secours utilisé.' },
      ...{ userId, email, requestId: call.requestId },
    });
    return true;
  }

  /**
   * Draws a new secret, which counts for nothing until `enable` shows that the person's device has it. Who proves here that
   * it is them need not do so there; the proof is for this secret alone.
   * @throws Failure TWO_FACTOR_ALREADY_ENABLED, and for a proof that is given PASSWORD_WRONG, TOO_MANY_ATTEMPTS.
   */
  async setup(actor: Actor, proof: SetUpTwoFactorRequest, call: Call): Promise<TwoFactorSetup> {
    const secret = newTotpSecret();
    const provenAt = (await this.isProven(actor, proof, call)) ? this.clock.now() : null;
    await inTransaction(this.dataSource, async (runner) => {
      if ((await this.lock(runner, actor.userId))?.enabledAt) throw new Failure('TWO_FACTOR_ALREADY_ENABLED');
      await runner.query(
        `INSERT INTO two_factor (user_id, secret, created_at, proven_at) VALUES (?, ?, ?, ?)
         ON DUPLICATE KEY UPDATE secret = VALUES(secret), created_at = VALUES(created_at), last_step = NULL,
           proven_at = VALUES(proven_at)`,
        [
          actor.userId,
          encrypt(this.config.encryptionKey, owner(actor.userId), secret),
          this.clock.now(),
          provenAt,
        ],
      );
    });
    return { secret, otpauth_url: otpauthUrl(secret, actor.email) };
  }

  /**
   * Turns the second factor on and answers ten recovery codes, which are never shown again; the person's other sessions
   * end. It needs the person's proof, unless that was given with the set-up.
   * @throws Failure TWO_FACTOR_NOT_ENABLED before `setup`, TWO_FACTOR_ALREADY_ENABLED, INVALID_TWO_FACTOR_CODE,
   * PROOF_REQUIRED, PASSWORD_WRONG, TOO_MANY_ATTEMPTS.
   */
  async enable(actor: Actor, { code, ...proof }: EnableTwoFactorRequest, call: Call): Promise<string[]> {
    const { userId, email, sessionId } = actor;
    const isProven = await this.isProven(actor, proof, call);
    const codes = await inTransaction(this.dataSource, async (runner) => {
      const stored = await this.lock(runner, userId);
      if (!stored) throw new Failure('TWO_FACTOR_NOT_ENABLED');
      if (stored.enabledAt) throw new Failure('TWO_FACTOR_ALREADY_ENABLED');
      if (!(await this.acceptsStep(runner, userId, stored, code))) {
        await this.audit.record(runner, {
          ...refusedCode,
          type: 'warning',
          userId,
          email,
          requestId: call.requestId,
        });
        return undefined;
      }
      // What the right code spent comes back with the transaction.
      if (!isProven && !stored.provenAt) throw new Failure('PROOF_REQUIRED');
      await runner.query('UPDATE two_factor SET enabled_at = ? WHERE user_id = ?', [
        this.clock.now(),
        userId,
      ]);
      const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode);
      await runner.query('DELETE FROM recovery_codes WHERE user_id = ?', [userId]);
      for (const recoveryCode of codes) {
        const hash = this.recoveryHash(recoveryCode);
        await runner.query('INSERT INTO recovery_codes (user_id, code_hash) VALUES (?, ?)', [userId, hash]);
      }
      await this.sessions.endAll(runner, userId, 'factor_changed', sessionId);
      await this.tell(runner, actor, call, 'enabled', 'Double authentification activée.');
      return codes;
    });
    if (!codes) throw wrongCode();
    return codes;
  }

  /**
   * Turns the second factor off. Password and code count as attempts on the account: an open session alone must
   * not be enough to guess either.
   * @throws Failure TWO_FACTOR_NOT_ENABLED, PASSWORD_WRONG, INVALID_TWO_FACTOR_CODE, TOO_MANY_ATTEMPTS.
   */
  async disable(actor: Actor, password: string, code: string, call: Call): Promise<void> {
    if (!(await this.isEnabled(this.dataSource, actor.userId))) throw new Failure('TWO_FACTOR_NOT_ENABLED');
    await this.proof.demand(actor, password, 'password', call);
    const { userId, email } = actor;
    const disabling = () =>
      inTransaction(this.dataSource, async (runner) => {
        if (!(await this.accepts(runner, actor, code, call))) return false;
        await runner.query('DELETE FROM recovery_codes WHERE user_id = ?', [actor.userId]);
        await runner.query('DELETE FROM two_factor WHERE user_id = ?', [actor.userId]);
        await this.sessions.endAll(runner, actor.userId, 'factor_changed', actor.sessionId);
        await this.tell(runner, actor, call, 'disabled', 'Double authentification désactivée.');
        return true;
      });
    const refusal = { ...refusedCode, userId, email, requestId: call.requestId };
    const about = await this.devices.codesOf(userId, call);
    if (!(await this.attempts.judge(about, call.address, disabling, refusal))) throw wrongCode();
  }

  /** Whether a password was given; it is then right. */
  private async isProven(
    actor: Actor,
    { currentPassword, password }: SetUpTwoFactorRequest,
    call: Call,
  ): Promise<boolean> {
    const given = currentPassword ?? password;
    if (given === undefined) return false;
    await this.proof.demand(
      actor,
      given,
      currentPassword === undefined ? 'password' : 'currentPassword',
      call,
    );
    return true;
  }

  private async lock(runner: QueryRunner, userId: number): Promise<StoredTwoFactor | undefined> {
    const [stored] = (await runner.query(
      `SELECT secret, enabled_at AS enabledAt, proven_at AS provenAt, last_step AS lastStep FROM two_factor WHERE user_id = ? FOR UPDATE`,
      [userId],
    )) as StoredTwoFactor[];
    return stored;
  }

  private async acceptsStep(runner: QueryRunner, userId: number, stored: StoredTwoFactor, code: string) {
    const secret = decrypt(this.config.encryptionKey, owner(userId), stored.secret);
    const lastStep = stored.lastStep === null ? null : Number(stored.lastStep);
    const step = acceptedStep(secret, code, this.clock.now(), lastStep);
    if (step === undefined) return false;
    await runner.query('UPDATE two_factor SET last_step = ? WHERE user_id = ?', [step, userId]);
    return true;
  }

  private async spendRecoveryCode(runner: QueryRunner, userId: number, code: string): Promise<boolean> {
    const spent = (await runner.query('DELETE FROM recovery_codes WHERE user_id = ? AND code_hash = ?', [
      userId,
      this.recoveryHash(code),
    ])) as { affectedRows: number };
    return spent.affectedRows === 1;
  }

  /** The hyphen is for the eye, and letters are typed in either case. */
  private recoveryHash(code: string): Buffer {
    return keyedDigest(this.config.encryptionKey, code.replace(/-/g, '').toUpperCase());
  }

  /** Writes the change into the log and to the person, who may not have been the one who made it. */
  private async tell(
    runner: QueryRunner,
    { userId, email }: Actor,
    { requestId }: Call,
    change: 'enabled' | 'disabled',
    message: string,
  ): Promise<void> {
    await this.audit.record(runner, {
      ...{ action: `two_factor.${change}`, type: 'info', message },
      ...{ userId, email, requestId },
    });
    this.notifications.notify(runner, userId, {
      ...{ type: 'security', key: `two_factor_${change}`, values: {} },
    });
  }
}

const owner = (userId: number) => `two-factor ${userId}`;

const wrongCode = () =>
  new Failure('INVALID_TWO_FACTOR_CODE', { fields: { code: 'INVALID_TWO_FACTOR_CODE' } });

/** Sixteen characters, 80 bits, in four groups: nobody finds one whose digest and key they have. */
function newRecoveryCode(): string {
  const characters = Array.from(randomBytes(16), (byte) => alphabet[byte % alphabet.length]).join('');
  return (characters.match(/.{4}/g) ?? []).join('-');
}

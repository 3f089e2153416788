import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { approvalMinutes } from '@bank/contracts/call-approvals';
import { recoveryCodeCount } from '@bank/contracts/quoted-figures';
import type {
  EnableTwoFactorRequest,
  SetUpTwoFactorRequest,
  TwoFactorSetup,
  TwoFactorState,
} from '@bank/contracts/settings';
import type { z } from 'zod';
import { AuditService } from '../../platform/audit/audit.service';
import { Config } from '../../platform/config/config';
import { bytes, moment, rowOf, whole } from '../../platform/database/columns';
import { type Connection, Database, type Transaction } from '../../platform/database/database';
import { Idempotency } from '../../platform/http/idempotency.service';
import { ApiException } from '../../platform/errors/api-exception';
import type { Actor } from '../../platform/http/actor';
import { authorOf, type Caller, type RequestContext } from '../../platform/http/request-context';
import { decryptByAny, encrypt } from '../../platform/security/encryption';
import { Clock } from '../../platform/time/clock.service';
import { NotificationsService } from '../notifications/notifications.service';
import { AttemptsService } from './attempts.service';
import { KnownDevices } from './known-devices.service';
import { PasswordProofService } from './password-proof.service';
import { keyedDigest, keyedDigests } from '../../platform/security/secrets';
import { SecondFactors } from './second-factors.service';
import { freshMilliseconds, SessionsService } from './sessions.service';
import { acceptedStep, newTotpSecret, otpauthUrl } from './totp';

/** Crockford's alphabet, without letters that look like digits. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const lockStored = `
  SELECT secret, enabled_at AS enabledAt, proven_at AS provenAt, last_step AS lastStep
  FROM two_factor WHERE user_id = ? FOR UPDATE`;
const storedRow = rowOf({
  secret: bytes,
  enabledAt: moment.nullable(),
  /** The time of the password check during the set-up. */
  provenAt: moment.nullable(),
  lastStep: whole.nullable(),
});

type Owner = Pick<Actor, 'userId' | 'email'>;

export const refusedCode = { action: 'two_factor.refused', text: 'session.code_refused' } as const;

@Injectable()
export class TwoFactorService {
  constructor(
    private readonly database: Database,
    private readonly proof: PasswordProofService,
    private readonly attempts: AttemptsService,
    private readonly devices: KnownDevices,
    private readonly sessions: SessionsService,
    private readonly factors: SecondFactors,
    private readonly audit: AuditService,
    private readonly notifications: NotificationsService,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly idempotency: Idempotency,
  ) {}

  /** Whether a user signs in with a second factor. */
  isEnabled(connection: Connection, userId: number): Promise<boolean> {
    return connection.exists('SELECT 1 FROM two_factor WHERE user_id = ? AND enabled_at IS NOT NULL', [
      userId,
    ]);
  }

  /** Whether a user signs in with a second factor, and the number of their unused recovery codes. */
  async state({ userId }: Actor): Promise<TwoFactorState> {
    const enabled = await this.isEnabled(this.database, userId);
    const sql = 'SELECT COUNT(*) FROM recovery_codes WHERE user_id = ?';
    return { enabled, recovery_codes_left: await this.database.count(sql, [userId]) };
  }

  /**
   * Whether a one-time or recovery code is valid; it is then spent, which holds once the caller's transaction commits. The
   * use of a recovery code is logged.
   */
  async accepts(
    tx: Transaction,
    { userId, email }: Owner,
    code: string,
    { requestId }: Caller,
  ): Promise<boolean> {
    if (await this.acceptsOneTimeCode(tx, userId, code)) return true;
    if (!(await this.isEnabled(tx, userId))) return false;
    if (!(await this.spendRecoveryCode(tx, userId, code))) return false;
    await this.audit.record(tx, {
      action: 'two_factor.recovery_code_used',
      type: 'warning',
      userId,
      email,
      requestId,
    });
    return true;
  }

  /** As `accepts`, of codes of the authenticator application alone: a recovery code does not approve anything. */
  async acceptsOneTimeCode(tx: Transaction, userId: number, code: string): Promise<boolean> {
    const stored = await this.lock(tx, userId);
    return stored?.enabledAt != null && this.acceptsStep(tx, userId, stored, code);
  }

  /**
   * Creates a secret, which is inactive until `enable`. A password given here counts as the proof of `enable` for this
   * secret for five minutes, unless it is replaced.
   * @throws ApiException TWO_FACTOR_ALREADY_ENABLED, PASSWORD_WRONG, SECOND_FACTOR_REQUIRED, TOO_MANY_ATTEMPTS.
   */
  async setup(context: RequestContext, proof: SetUpTwoFactorRequest): Promise<TwoFactorSetup> {
    const { userId, email } = context.actor;
    await this.factors.refuseWeak(context.actor);
    const secret = newTotpSecret();
    const encrypted = encrypt(this.config.encryptionKey, owner(userId), secret);
    const provenAt = (await this.isProven(context, proof)) ? this.clock.now() : null;
    await this.database.transaction(async (tx) => {
      if ((await this.lock(tx, userId))?.enabledAt) throw new ApiException('TWO_FACTOR_ALREADY_ENABLED');
      await tx.write(
        `INSERT INTO two_factor (user_id, secret, created_at, proven_at) VALUES (?, ?, ?, ?)
         ON DUPLICATE KEY UPDATE secret = VALUES(secret), created_at = VALUES(created_at), last_step = NULL,
           proven_at = VALUES(proven_at)`,
        [userId, encrypted, this.clock.now(), provenAt],
      );
    });
    return { secret, otpauth_url: otpauthUrl(secret, email) };
  }

  /**
   * Turns the second factor on and returns ten recovery codes; the user's other sessions end. Needs a
   * new session, the password, here or with the set-up, or else an approval, of who has a passkey always (see `FactorApproval`).
   * @throws ApiException TWO_FACTOR_NOT_ENABLED before `setup`, TWO_FACTOR_ALREADY_ENABLED, INVALID_TWO_FACTOR_CODE,
   * APPROVAL_REQUIRED, PASSWORD_WRONG, SECOND_FACTOR_REQUIRED, TOO_MANY_ATTEMPTS.
   */
  async enable(context: RequestContext, { code, ...proof }: EnableTwoFactorRequest): Promise<string[]> {
    await this.factors.refuseWeak(context.actor);
    const isProven = await this.isProven(context, proof);
    const { idempotency } = context;
    const turnOn = async (tx: Transaction): Promise<string[]> => {
      const { userId, sessionId } = context.actor;
      const stored = await this.lock(tx, userId);
      if (!stored) throw new ApiException('TWO_FACTOR_NOT_ENABLED');
      if (stored.enabledAt) throw new ApiException('TWO_FACTOR_ALREADY_ENABLED');
      // The code shows that the secret was read; the approval of the call may have taken all of its time.
      const tolerance = idempotency.settlement?.isProven ? approvalMinutes * 60 : undefined;
      if (!(await this.acceptsStep(tx, userId, stored, code, tolerance))) throw wrongCode();
      // The rollback makes the code valid again.
      const isFirst = !(await this.factors.has(tx, userId));
      const isNamed = idempotency.settlement ?? (isFirst && (isProven || this.isRecent(stored)));
      if (!isNamed) throw new ApiException('APPROVAL_REQUIRED');
      await tx.write('UPDATE two_factor SET enabled_at = ? WHERE user_id = ?', [this.clock.now(), userId]);
      const recoveryCodes = await this.replaceRecoveryCodes(tx, userId);
      await this.sessions.endAll(tx, userId, 'factor_changed', sessionId);
      await this.factors.strengthen(tx, context.actor);
      await this.notifyAndAudit(tx, context, 'enabled');
      return recoveryCodes;
    };
    return this.idempotency.once(idempotency, turnOn).catch(async (error: unknown) => {
      const isCode = error instanceof ApiException && error.code === 'INVALID_TWO_FACTOR_CODE';
      const line = { ...refusedCode, type: 'warning', ...authorOf(context) } as const;
      if (isCode) await this.audit.record(this.database, line);
      throw error;
    });
  }

  /** Whether the password was lately given with the set-up of a factor that is not on yet. */
  isSetUpProven(userId: number): Promise<boolean> {
    const sql = 'SELECT 1 FROM two_factor WHERE user_id = ? AND proven_at > ?';
    return this.database.exists(sql, [userId, this.provenSince()]);
  }

  /**
   * Turns the second factor off. It needs no approval beside: password and code in the call are the two elements of one (a
   * recovery code is for who has lost the other). They count as attempts on the account, so that an open session does not
   * allow guessing.
   * @throws ApiException TWO_FACTOR_NOT_ENABLED, PASSWORD_WRONG, INVALID_TWO_FACTOR_CODE, TOO_MANY_ATTEMPTS.
   */
  async disable(context: RequestContext, password: string, code: string): Promise<void> {
    const { userId, sessionId } = context.actor;
    if (!(await this.isEnabled(this.database, userId))) throw new ApiException('TWO_FACTOR_NOT_ENABLED');
    await this.proof.demand(context, password, 'password');
    const disable = () =>
      this.database.transaction(async (tx) => {
        if (!(await this.accepts(tx, context.actor, code, context))) return false;
        await tx.write('DELETE FROM recovery_codes WHERE user_id = ?', [userId]);
        await tx.write('DELETE FROM two_factor WHERE user_id = ?', [userId]);
        await this.sessions.endAll(tx, userId, 'factor_changed', sessionId);
        await this.notifyAndAudit(tx, context, 'disabled');
        return true;
      });
    const subject = await this.devices.codesOf(userId, context);
    const refusal = { ...refusedCode, ...authorOf(context) };
    if (!(await this.attempts.judge(subject, context.address, disable, refusal))) throw wrongCode();
  }

  /** Checks the password, if given, and returns whether it was. */
  private async isProven(
    context: RequestContext,
    { currentPassword, password }: SetUpTwoFactorRequest,
  ): Promise<boolean> {
    if (currentPassword !== undefined) await this.proof.demand(context, currentPassword, 'currentPassword');
    else if (password !== undefined) await this.proof.demand(context, password, 'password');
    return (currentPassword ?? password) !== undefined;
  }

  private isRecent({ provenAt }: z.infer<typeof storedRow>): boolean {
    return provenAt !== null && provenAt > this.provenSince();
  }

  private provenSince(): Date {
    return new Date(this.clock.now().getTime() - freshMilliseconds);
  }

  private lock(tx: Transaction, userId: number): Promise<z.infer<typeof storedRow> | undefined> {
    return tx.row(storedRow, lockStored, [userId]);
  }

  private async replaceRecoveryCodes(tx: Transaction, userId: number): Promise<string[]> {
    const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode);
    await tx.write('DELETE FROM recovery_codes WHERE user_id = ?', [userId]);
    const rows = codes.map((code) => [userId, keyedDigest(this.config.encryptionKey, plain(code))]);
    await tx.write('INSERT INTO recovery_codes (user_id, code_hash) VALUES ?', [rows]);
    return codes;
  }

  private async acceptsStep(
    tx: Transaction,
    userId: number,
    stored: z.infer<typeof storedRow>,
    code: string,
    tolerance?: number,
  ): Promise<boolean> {
    const secret = decryptByAny(this.config.encryptionKeys, owner(userId), stored.secret);
    const step = acceptedStep(secret, code, this.clock.now(), stored.lastStep, tolerance);
    if (step === undefined) return false;
    await tx.write('UPDATE two_factor SET last_step = ? WHERE user_id = ?', [step, userId]);
    return true;
  }

  private async spendRecoveryCode(tx: Transaction, userId: number, code: string): Promise<boolean> {
    const sql = 'DELETE FROM recovery_codes WHERE user_id = ? AND code_hash IN (?)';
    const spent = await tx.write(sql, [userId, keyedDigests(this.config.encryptionKeys, plain(code))]);
    return spent.affectedRows === 1;
  }

  private async notifyAndAudit(
    tx: Transaction,
    context: RequestContext,
    change: 'enabled' | 'disabled',
  ): Promise<void> {
    const action = `two_factor.${change}` as const;
    await this.audit.record(tx, { action, type: 'info', ...authorOf(context) });
    const key = `two_factor_${change}` as const;
    this.notifications.notify(tx, context.actor.userId, { type: 'security', key, values: {} });
  }
}

export const owner = (userId: number) => `two-factor ${userId}`;

/** A recovery code without hyphens and case. */
const plain = (code: string) => code.replace(/-/g, '').toUpperCase();

/** The error of a wrong one-time or recovery code. */
export const wrongCode = () =>
  new ApiException('INVALID_TWO_FACTOR_CODE', { fields: { code: 'INVALID_TWO_FACTOR_CODE' } });

/** 80 bits in four groups: enough even against a search with the stolen hash and key. */
function newRecoveryCode(): string {
  const characters = Array.from(randomBytes(16), (byte) => alphabet[byte % alphabet.length]).join('');
  return (characters.match(/.{4}/g) ?? []).join('-');
}

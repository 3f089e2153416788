import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  approvalTries,
  type ApprovalGiven,
  type ApprovalMethod,
  type ApprovalProof,
  type CallApproval,
} from '@bank/contracts/call-approvals';
import { AuditService } from '../../platform/audit/audit.service';
import { Config } from '../../platform/config/config';
import { Database, type Transaction } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';
import { notFoundFor } from '../../platform/http/not-found';
import { authorOf, type RequestContext } from '../../platform/http/request-context';
import { Clock } from '../../platform/time/clock.service';
import { AttemptsService } from '../auth/attempts.service';
import { KnownDevices } from '../auth/known-devices.service';
import { digest, newToken } from '../../platform/security/secrets';
import { refusedCode, TwoFactorService } from '../auth/two-factor.service';
import { AskedApprovalsService } from './asked-approvals.service';
import { challengeOf, codeDigest } from './approval-codes';
import * as rows from './approvals.sql';
import { loggedFacts } from './logged-facts';
import { PasskeyApprovals } from './passkey-approvals';

type Proof = ApprovalProof & { method: ApprovalMethod; isStillTheirs: boolean };
/** `ended`: wrong, and the last try; `over`: not judged. */
type Outcome = { token: string } | 'wrong' | 'ended' | 'over';

/** The state of a person's approvals, and their proofs. */
@Injectable()
export class ApprovalsService {
  constructor(
    private readonly database: Database,
    private readonly twoFactor: TwoFactorService,
    private readonly attempts: AttemptsService,
    private readonly devices: KnownDevices,
    private readonly audit: AuditService,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly passkeys: PasskeyApprovals,
    private readonly requests: AskedApprovalsService,
  ) {}

  /** The state of an approval of the caller's session. @throws ApiException NOT_FOUND. */
  async state(context: RequestContext, id: number): Promise<CallApproval> {
    const { userId, sessionId } = context.actor;
    const row = await this.database.row(rows.approvalRow, rows.ownApproval, [id, userId, sessionId]);
    if (!row) throw await notFoundFor(this.database, 'approvals', id, userId);
    const state = rows.toApprovalDto(row, this.clock.now());
    if (state.status !== 'asked' || !row.methods.includes('passkey')) return state;
    const challenge = challengeOf(this.config.fingerprintKey, row);
    const passkey_options = await this.passkeys.options(this.database, userId, challenge, context);
    return { ...state, passkey_options: { ...passkey_options } };
  }

  /**
   * Gives an approval for a proof, once. Wrong proofs are counted, and too many end it; codes also count as attempts on the
   * account, whatever the number of approvals they are tried at (Delegated Regulation (EU) 2018/389, article 4(3)(b)).
   * @throws ApiException NOT_FOUND, APPROVAL_OVER, APPROVAL_CODE_WRONG, TOO_MANY_ATTEMPTS, INVALID_FIELDS for a method that
   * the person does not have.
   */
  async prove(context: RequestContext, id: number, given: ApprovalProof): Promise<ApprovalGiven> {
    const method = given.method ?? (await this.methodOf(context, id, given));
    const isStillTheirs = (await this.requests.methodsOf(context.actor.userId)).includes(method);
    const proof = { ...given, method, isStillTheirs };
    // A passkey cannot be guessed.
    const isCode = method !== 'passkey';
    const outcome = isCode ? await this.counted(context, id, proof) : await this.judge(context, id, proof);
    if (outcome === 'over' || outcome === 'ended') throw new ApiException('APPROVAL_OVER');
    if (outcome === 'wrong') {
      throw new ApiException('APPROVAL_CODE_WRONG', { fields: { code: 'APPROVAL_CODE_WRONG' } });
    }
    return { approval_token: outcome.token };
  }

  /** Refuses a call: its approval can no longer be given nor used. @throws ApiException NOT_FOUND, APPROVAL_OVER. */
  async refuse(context: RequestContext, id: number): Promise<void> {
    await this.database.transaction(async (tx) => {
      const row = await this.lock(tx, context, id);
      if (!this.isOpen(row) && row.status !== 'given') throw new ApiException('APPROVAL_OVER');
      await tx.write(rows.close, ['refused', row.wrong_tries, id]);
      await this.record(tx, context, row, 'declined', 'warning');
    });
  }

  /** The method of a proof that names none: a person has one method with codes, beside passkeys. */
  private async methodOf(
    { actor }: RequestContext,
    id: number,
    { code }: ApprovalProof,
  ): Promise<ApprovalMethod> {
    if (code === undefined) return 'passkey';
    const { userId, sessionId } = actor;
    const row = await this.database.row(rows.approvalRow, rows.ownApproval, [id, userId, sessionId]);
    if (!row) throw await notFoundFor(this.database, 'approvals', id, userId);
    return row.methods.find((method) => method !== 'passkey') ?? 'totp';
  }

  private async counted(context: RequestContext, id: number, proof: Proof): Promise<Outcome> {
    const subject = await this.devices.codesOf(context.actor.userId, context);
    let outcome: Outcome = 'wrong';
    const check = async () => {
      outcome = await this.judge(context, id, proof);
      // An approval that is over has not judged the code.
      if (outcome === 'over') throw new ApiException('APPROVAL_OVER');
      return typeof outcome === 'object';
    };
    await this.attempts.judge(subject, context.address, check, { ...refusedCode, ...authorOf(context) });
    return outcome;
  }

  /** Judges a proof under the lock of its approval, so that simultaneous tries are counted one by one. */
  private judge(context: RequestContext, id: number, proof: Proof): Promise<Outcome> {
    return this.database.transaction(async (tx): Promise<Outcome> => {
      const row = await this.lock(tx, context, id);
      if (!this.isOpen(row)) return 'over';
      if (!row.methods.includes(proof.method)) {
        throw new ApiException('INVALID_FIELDS', { fields: { method: 'NOT_VALID' } });
      }
      // Asked for before a factor was added or removed, or the telephone changed: the call is asked for again.
      if (!proof.isStillTheirs) return 'over';
      if (!(await this.isRight(tx, row, proof, context))) return this.countWrong(tx, context, row);
      const token = newToken();
      await tx.write(rows.give, [digest(token), id]);
      await this.record(tx, context, row, 'given', 'info', proof.method);
      return { token };
    });
  }

  private async isRight(
    tx: Transaction,
    row: rows.ApprovalRow,
    proof: Proof,
    context: RequestContext,
  ): Promise<boolean> {
    const { fingerprintKey } = this.config;
    const { method, code = '', assertion = {} } = proof;
    if (method === 'passkey') {
      const challenge = challengeOf(fingerprintKey, row);
      return this.passkeys.verifies(tx, row.user_id, challenge, assertion, context);
    }
    if (method === 'totp') return this.twoFactor.acceptsOneTimeCode(tx, row.user_id, code);
    const given = codeDigest(fingerprintKey, row.id, code);
    return row.code_hash !== null && timingSafeEqual(given, row.code_hash);
  }

  private async countWrong(
    tx: Transaction,
    context: RequestContext,
    row: rows.ApprovalRow,
  ): Promise<'wrong' | 'ended'> {
    const tries = row.wrong_tries + 1;
    const isEnd = tries >= approvalTries;
    await tx.write(rows.close, [isEnd ? 'ended' : 'asked', tries, row.id]);
    await this.record(tx, context, row, isEnd ? 'ended' : 'code_refused', 'warning');
    return isEnd ? 'ended' : 'wrong';
  }

  private isOpen({ status, expires_at }: rows.ApprovalRow): boolean {
    return status === 'asked' && expires_at > this.clock.now();
  }

  private async lock(tx: Transaction, { actor }: RequestContext, id: number): Promise<rows.ApprovalRow> {
    const { userId, sessionId } = actor;
    const row = await tx.row(rows.approvalRow, rows.lockApproval, [id, userId, sessionId]);
    if (!row) throw await notFoundFor(tx, 'approvals', id, userId);
    return row;
  }

  private async record(
    tx: Transaction,
    context: RequestContext,
    { id, summary }: rows.ApprovalRow,
    change: 'given' | 'declined' | 'ended' | 'code_refused',
    type: 'info' | 'warning',
    method = '',
  ): Promise<void> {
    const values = { ...loggedFacts(id, summary), method };
    await this.audit.record(tx, {
      action: `approval.${change}` as const,
      type,
      values,
      ...authorOf(context),
    });
  }
}

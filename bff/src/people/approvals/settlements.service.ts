import { Injectable } from '@nestjs/common';
import { rowOf, minor } from '../../platform/database/columns';
import { Database, type Transaction } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';
import type { ApprovalDemand } from '../../platform/http/approval';
import type { Actor } from '../../platform/http/actor';
import { Clock } from '../../platform/time/clock.service';
import { digest } from '../../platform/security/secrets';
import * as rows from './approvals.sql';
import { lowValueTogether } from './exemptions';

/** A call that needs an approval, as it is settled. */
export interface DemandedCall {
  actor: Actor;
  demand: ApprovalDemand;
  requestHash: Buffer;
  /** Of the header; undefined without it. */
  token: string | undefined;
}

const spentRow = rowOf({ spent: minor });

/** Spends approvals, and counts payments that needed none, in the transactions of the calls' work. */
@Injectable()
export class SettlementsService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Lets a call pass whose token is of an approval for exactly it, whose payment is low, or for which the sign-in is proof
   * enough. The count of low payments is
   * locked until the commit, and begins again with each approval (article 16 of the regulation).
   * @throws ApiException APPROVAL_REQUIRED, APPROVAL_INVALID for a token of another call or person, or one that is over.
   */
  async settle(tx: Transaction, { actor, demand, requestHash, token }: DemandedCall): Promise<void> {
    const { userId } = actor;
    if (token === undefined && demand.isJustProven) return;
    if (token === undefined) return this.countLow(tx, userId, demand.lowValue);
    const approval = await tx.row(rows.approvalRow, rows.lockByToken, [digest(token)]);
    const isOfCall =
      approval?.status === 'given' &&
      approval.user_id === userId &&
      approval.session_id === actor.sessionId &&
      approval.expires_at > this.clock.now() &&
      approval.request_hash.equals(requestHash);
    if (!isOfCall) throw new ApiException('APPROVAL_INVALID');
    await tx.write(rows.close, ['used', approval.wrong_tries, approval.id]);
    await tx.write('DELETE FROM low_value_payments WHERE user_id = ?', [userId]);
  }

  /**
   * Refuses a token of another call before any work is done for it. What else may be wrong with it shows when it is spent:
   * a repeated call gets its stored answer with a token that is spent.
   * @throws ApiException APPROVAL_INVALID.
   */
  async refuseForeign({ requestHash, token }: DemandedCall): Promise<void> {
    if (token === undefined) return;
    const approval = await this.database.row(rows.approvalRow, rows.byToken, [digest(token)]);
    if (approval && !approval.request_hash.equals(requestHash)) throw new ApiException('APPROVAL_INVALID');
  }

  private async countLow(tx: Transaction, userId: number, amount: bigint | undefined): Promise<void> {
    if (amount === undefined) throw new ApiException('APPROVAL_REQUIRED');
    // The row is made, or else locked, before it is read: simultaneous payments wait for each other.
    await tx.write(
      `INSERT INTO low_value_payments (user_id, spent) VALUES (?, 0) ON DUPLICATE KEY UPDATE spent = spent`,
      [userId],
    );
    const sql = 'SELECT spent FROM low_value_payments WHERE user_id = ? FOR UPDATE';
    const { spent } = await tx.one(spentRow, sql, [userId]);
    if (spent + amount > lowValueTogether) throw new ApiException('APPROVAL_REQUIRED');
    await tx.write('UPDATE low_value_payments SET spent = spent + ? WHERE user_id = ?', [amount, userId]);
  }
}

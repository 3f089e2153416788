import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { AwaitingApproval } from '@bank/contracts/approvals';
import type { CaseRefund, CaseRefundRequest, StaffCase } from '@bank/contracts/cases';
import { type Currency, decimalText, homeCurrency } from '@bank/contracts/currencies';
import { toDecimal } from '@bank/contracts/money';
import { bankWords } from '@bank/contracts/movements';
import { AuditService } from '../../platform/audit/audit.service';
import type { Connection, Transaction } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';
import { demandApproval } from '../../platform/http/approval';
import { Idempotency } from '../../platform/http/idempotency.service';
import { authorOf, type RequestContext } from '../../platform/http/request-context';
import { Clock } from '../../platform/time/clock.service';
import { CasesService } from '../../people/cases/cases.service';
import type { LockedCase } from '../../people/cases/cases.sql';
import { refuseOwnCase } from '../../people/cases/own-case';
import { StaffCasesService } from '../../people/cases/staff-cases.service';
import { NotificationsService } from '../../people/notifications/notifications.service';
import { ApprovalRequestsService } from '../../people/staff-approvals/approval-requests.service';
import { subjectOf } from '../../people/staff-approvals/approvals.sql';
import {
  type ApprovedRequest,
  StaffApprovalsService,
} from '../../people/staff-approvals/staff-approvals.service';
import { CustomerAccounts } from '../../people/users/customer-accounts';
import { bankAccounts, lossesOf } from '../ledger/bank-accounts';
import { LedgerService } from '../ledger/ledger.service';
import { legsBetween, type LockedAccount } from '../ledger/movement';
import * as sql from './refunds.sql';

type Act = CaseRefundRequest['act'];
type Locked = Map<number, LockedAccount>;

/** A refund or its taking back, over locked accounts. */
interface Change {
  found: LockedCase;
  contested: sql.Contested;
  locked: Locked;
  act: Act;
  amount: bigint;
}

/** The author and reason of a movement. */
interface By {
  userId: number;
  requestId: string;
  reason: string;
}

/**
 * What their holder did not authorise the bank refunds of its own money, whatever comes back later (Directive (EU) 2015/2366,
 * article 73): once for a dispute, taken back once when the claim turns out false. A large refund needs a second administrator,
 * as every change of a balance.
 */
@Injectable()
export class RefundsService implements OnModuleInit {
  constructor(
    private readonly idempotency: Idempotency,
    private readonly cases: CasesService,
    private readonly staffCases: StaffCasesService,
    private readonly accounts: CustomerAccounts,
    private readonly ledger: LedgerService,
    private readonly requests: ApprovalRequestsService,
    private readonly approvals: StaffApprovalsService,
    private readonly notifications: NotificationsService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.approvals.register('dispute_refund', (tx, request, context) => this.apply(tx, request, context));
  }

  /** The bank's refund of a case, given or possible; null where the bank has no part. */
  async of(connection: Connection, caseId: number): Promise<CaseRefund | null> {
    const contested = await connection.found(sql.contestedRow, sql.selectContested, [caseId]);
    const { currency, state, refunded, recovered, at, userId } = contested;
    const missing = state === null ? await refundable(connection, contested) : 0n;
    if (state === null && missing === 0n) return null;
    const waiting = await connection.exists(sql.selectWaiting, [userId, this.clock.now(), caseId]);
    return {
      state: waiting ? 'awaiting' : (state ?? 'possible'),
      currency,
      amount: toDecimal(refunded ?? missing, currency),
      recovered: toDecimal(recovered ?? 0n, currency),
      at: at?.toISOString() ?? null,
    };
  }

  /**
   * Refunds what a dispute is about, or takes that back; large amounts await a second administrator.
   * @throws ApiException NOT_FOUND, OWN_CASE, CASE_CHANGED; CASE_TAKEN when a colleague has it; REFUND_NOT_POSSIBLE;
   * APPROVAL_REQUIRED; INSUFFICIENT_FUNDS when the account no longer has what is taken back.
   */
  change(
    id: number,
    { act, reason, version }: CaseRefundRequest,
    context: RequestContext,
  ): Promise<StaffCase | AwaitingApproval> {
    const { userId } = context.actor;
    return this.idempotency.once(context.idempotency, async (tx) => {
      const { found, locked } = await this.lock(tx, id);
      refuseOwnCase(found, userId);
      if (found.version !== version) throw new ApiException('CASE_CHANGED');
      if (found.assigneeId !== null && found.assigneeId !== userId) throw new ApiException('CASE_TAKEN');
      const change = await this.prepare(tx, found, locked, act);
      if (await tx.exists(sql.selectWaiting, [found.userId, this.clock.now(), id])) {
        throw new ApiException('REFUND_NOT_POSSIBLE');
      }
      await demandApproval(tx, context);
      if (await this.needsSecond(tx, change, userId)) return this.ask(tx, change, reason, context);
      await this.carryOut(tx, change, { userId, requestId: context.requestId, reason });
      const { accountId } = change.contested;
      await this.accounts.countAlone(tx, { accountId, amount: change.amount }, userId);
      return this.staffCases.one(context, id, tx);
    });
  }

  /**
   * Locks the accounts of a dispute, so that nothing of it comes back meanwhile, and then the case: in the order in which money
   * that comes back locks them. Other cases have no accounts.
   */
  private async lock(tx: Transaction, id: number): Promise<{ found: LockedCase; locked?: Locked }> {
    const contested = await tx.row(sql.contestedRow, sql.selectContested, [id]);
    if (!contested) return { found: await this.cases.lock(tx, id) };
    const losses = lossesOf(contested.currency as Currency);
    const locked = await this.ledger.lock(tx, [bankAccounts.adjustment, losses, contested.accountId]);
    return { found: await this.cases.lock(tx, id), locked };
  }

  private async prepare(
    tx: Transaction,
    found: LockedCase,
    locked: Locked | undefined,
    act: Act,
  ): Promise<Change> {
    if (!locked || found.kind !== 'dispute') throw new ApiException('REFUND_NOT_POSSIBLE');
    const contested = await tx.found(sql.contestedRow, sql.selectContested, [found.id]);
    const amount = act === 'pay' ? await refundable(tx, contested) : sql.leftOf(contested);
    if (amount <= 0n) throw new ApiException('REFUND_NOT_POSSIBLE');
    return { found, contested, locked, act, amount };
  }

  /** Always in other currencies: the limit of one administrator is in euros. */
  private async needsSecond(
    tx: Transaction,
    { contested, amount }: Change,
    userId: number,
  ): Promise<boolean> {
    const { accountId, currency } = contested;
    if (currency !== homeCurrency) return true;
    return this.accounts.needsApproval(tx, { accountId, amount, from: 0 }, userId);
  }

  private async ask(
    tx: Transaction,
    { found, contested: { currency }, act, amount }: Change,
    reason: string,
    context: RequestContext,
  ): Promise<AwaitingApproval> {
    const field = act === 'pay' ? ('refund' as const) : ('refund_taken_back' as const);
    const to = currency === homeCurrency ? toDecimal(amount) : `${decimalText(amount, currency)} ${currency}`;
    const payload = {
      changes: [{ field, from: null, to }],
      motive: `${found.reference} · ${reason}`,
      language: context.language,
      refund: { caseId: found.id, act, amount: String(amount) },
    };
    const request = { kind: 'dispute_refund', subjectId: found.userId, payload } as const;
    const awaiting = await this.requests.request(tx, request, authorOf(context));
    this.cases.changed(tx, found);
    return awaiting;
  }

  private async apply(
    tx: Transaction,
    { payload, requestedBy: userId }: ApprovedRequest,
    { requestId }: RequestContext,
  ): Promise<() => void> {
    const { caseId, act, amount } = subjectOf(payload, 'refund');
    const { found, locked } = await this.lock(tx, caseId);
    const change = await this.prepare(tx, found, locked, act);
    if (String(change.amount) !== amount) throw new ApiException('APPROVAL_OUTDATED');
    await this.carryOut(tx, change, { userId, requestId, reason: payload.motive ?? '' });
    return () => undefined;
  }

  private async carryOut(tx: Transaction, change: Change, { userId, requestId, reason }: By): Promise<void> {
    const { found, contested, locked, act, amount } = change;
    const { id, accountId, currency, refundTransfer } = contested;
    const losses = lossesOf(currency as Currency);
    const by = { description: bankWords.refund, createdBy: userId, requestId };
    if (act === 'pay') {
      const legs = legsBetween(losses, accountId, amount);
      const { transferId } = await this.ledger.append(tx, locked, { ...by, kind: 'adjustment', legs });
      const row = [id, found.userId, accountId, amount, currency, transferId, this.clock.now()];
      await tx.write(sql.insertRefund, [row]);
    } else {
      if (refundTransfer === null) throw new Error('a refund is taken back without having been paid');
      const legs = legsBetween(accountId, losses, amount);
      const reversal = { ...by, kind: 'reversal' as const, legs, reverses: refundTransfer };
      await this.ledger.append(tx, locked, reversal);
      await tx.write(sql.takeBackRefund, [id]);
    }
    const note = { caseId: found.id, kind: 'note', isCustomer: false, authorId: userId } as const;
    await this.cases.write(tx, { ...note, text: reason });
    const sum = { amount: decimalText(amount, currency), currency };
    const key = act === 'pay' ? ('refund_paid' as const) : ('refund_taken_back' as const);
    await this.cases.news(tx, found, { key, values: sum });
    const values = { reference: found.reference };
    this.notifications.notify(tx, found.userId, { type: 'info', key: 'case_message', values });
    const action = act === 'pay' ? ('case.refunded' as const) : ('case.refund_taken_back' as const);
    await this.audit.record(tx, {
      action,
      type: 'warning',
      values: { ...values, ...sum },
      userId,
      requestId,
    });
  }
}

/** The refundable amount; zero unless the holder denies the payment, the claim is not refused, and nothing was refunded. */
async function refundable(connection: Connection, contested: sql.Contested): Promise<bigint> {
  const { reason, isOpen, decision, state } = contested;
  if (reason !== 'not_me' || !isOpen || decision === 'refused' || state !== null) return 0n;
  const missing = await sql.missingOf(connection, contested);
  return missing > 0n ? missing : 0n;
}

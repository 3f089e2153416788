import { Injectable } from '@nestjs/common';
import type {
  DirectDebit,
  DirectDebitList,
  DirectDebitListQuery,
  RefundRequest,
} from '@bank/contracts/direct-debits';
import type { ErrorCode } from '@bank/contracts/errors';
import type { Language } from '@bank/contracts/language';
import { paginate } from '@bank/contracts/pagination';
import { AuditService } from '../../platform/audit/audit.service';
import { Database, type Transaction } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';
import { Idempotency } from '../../platform/http/idempotency.service';
import { notFoundFor } from '../../platform/http/not-found';
import { authorOf, type RequestContext } from '../../platform/http/request-context';
import { Clock } from '../../platform/time/clock.service';
import { parisDay } from '../../platform/time/paris-day';
import { PaymentRail } from '../../ports/payment-rail/payment-rail';
import { CollectionClearingService } from './collection-clearing.service';
import { debitReasons } from './collection-rules';
import { DebitOutcomesService } from './debit-outcomes.service';
import { acceptedDebit, type AcceptedDebit, debitColumns } from './direct-debit.sql';
import { type ListedDebit, listedColumns, listedDebit, toDirectDebitDto } from './direct-debit-dto';
import { HeldDebitsService } from './held-debits.service';
import { MandatesService } from './mandates.service';
import { contestableUntil, refundableUntil } from './refund-period';

const lockOwn = `SELECT ${debitColumns} FROM direct_debits d WHERE d.id = ? AND d.user_id = ? FOR UPDATE`;
const lockedDebit = acceptedDebit.extend({ mandateId: acceptedDebit.shape.mandateId.nullable() });

/** The error when a held collection cannot be accepted, by its reason code. */
const passRefusals: Record<string, ErrorCode> = {
  [debitReasons.funds]: 'INSUFFICIENT_FUNDS',
  [debitReasons.level]: 'LIMIT_OF_LEVEL',
};

/** Customers' reads and decisions about the collections from their account. */
@Injectable()
export class DirectDebitsService {
  constructor(
    private readonly database: Database,
    private readonly rail: PaymentRail,
    private readonly clearing: CollectionClearingService,
    private readonly outcomes: DebitOutcomesService,
    private readonly held: HeldDebitsService,
    private readonly mandates: MandatesService,
    private readonly idempotency: Idempotency,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /** One page of the user's collections, those due last first. */
  async list(
    { actor, language }: RequestContext,
    { page, limit, status, mandate_id: mandate }: DirectDebitListQuery,
  ): Promise<DirectDebitList> {
    const conditions = [
      ['d.user_id = ?', actor.userId] as const,
      ...(status ? [['d.status = ?', status] as const] : []),
      ...(mandate ? [['d.mandate_id = ?', mandate] as const] : []),
    ];
    const where = conditions.map(([sql]) => sql).join(' AND ');
    const values = conditions.map(([, value]) => value);
    const total = await this.database.count(`SELECT COUNT(*) FROM direct_debits d WHERE ${where}`, values);
    const sql = `SELECT ${listedColumns} FROM direct_debits d WHERE ${where}
      ORDER BY d.due_on DESC, d.id DESC LIMIT ? OFFSET ?`;
    const rows = await this.database.rows(listedDebit, sql, [...values, limit, (page - 1) * limit]);
    const debits = rows.map((row) => toDirectDebitDto(row, language));
    return { direct_debits: debits, pagination: paginate(page, limit, total) };
  }

  /**
   * A collection of the user, with why it is held or refused.
   * @throws ApiException NOT_FOUND, also for another customer's.
   */
  async one(userId: number, id: number, language: Language): Promise<DirectDebit> {
    const sql = `SELECT ${listedColumns} FROM direct_debits d WHERE d.id = ? AND d.user_id = ?`;
    const row = await this.database.row(listedDebit, sql, [id, userId]);
    if (!row) throw await notFoundFor(this.database, 'direct_debits', id, userId);
    return toDirectDebitDto(row, language);
  }

  /**
   * Refuses a collection before it is debited: one that is still to come, or one that is held.
   * @throws ApiException NOT_FOUND, also for another customer's; DIRECT_DEBIT_DECIDED; NOT_CONFIGURED.
   */
  refuse(context: RequestContext, id: number): Promise<DirectDebit> {
    return this.decide(context, id, async (tx, debit) => {
      const by = byOf(context);
      if (debit.status === 'held') {
        return this.held.takeBack(tx, debit, { to: 'returned', code: debitReasons.refund, by });
      }
      if (debit.status !== 'upcoming') throw new ApiException('DIRECT_DEBIT_DECIDED');
      const refused = [{ debit, to: 'refused' as const, code: debitReasons.payer }];
      await this.outcomes.apply(tx, new Map(), refused, by);
      await this.clearing.report(tx, refused);
    });
  }

  /**
   * Lets a held collection pass: it is debited now.
   * @throws ApiException NOT_FOUND, also for another customer's; DIRECT_DEBIT_DECIDED; INSUFFICIENT_FUNDS, LIMIT_OF_LEVEL,
   * MANDATE_BLOCKED, after which it stays held; NOT_CONFIGURED.
   */
  pass(context: RequestContext, id: number): Promise<DirectDebit> {
    return this.decide(context, id, async (tx, debit) => {
      if (debit.status !== 'held') throw new ApiException('DIRECT_DEBIT_DECIDED');
      const [outcome] = await this.held.release(tx, [debit], byOf(context));
      if (outcome?.to !== 'booked')
        throw new ApiException(passRefusals[outcome?.code ?? ''] ?? 'MANDATE_BLOCKED');
      const action = 'direct_debit.passed';
      await this.audit.record(tx, { action, type: 'info', values: { id }, ...authorOf(context) });
    });
  }

  /**
   * Refunds a booked collection, once: within eight weeks without a reason, within thirteen months where there was no
   * mandate, which is then blocked.
   * @throws ApiException NOT_FOUND, also for another customer's; DIRECT_DEBIT_NOT_REFUNDABLE; REFUND_PERIOD_OVER;
   * NOT_CONFIGURED.
   */
  refund(context: RequestContext, id: number, { reason }: RefundRequest): Promise<DirectDebit> {
    return this.decide(context, id, async (tx, debit) => {
      if (debit.status !== 'booked' || debit.bookedAt === null)
        throw new ApiException('DIRECT_DEBIT_NOT_REFUNDABLE');
      const isUnauthorised = reason === 'no_mandate';
      const until = isUnauthorised ? contestableUntil : refundableUntil;
      if (parisDay(this.clock.now()) > until(parisDay(debit.bookedAt)))
        throw new ApiException('REFUND_PERIOD_OVER');
      const code = isUnauthorised ? debitReasons.unauthorised : debitReasons.refund;
      if (isUnauthorised) await this.mandates.block(tx, debit.mandateId);
      await this.held.takeBack(tx, debit, { to: 'refunded', code, by: byOf(context) });
    });
  }

  /** Decides about a collection of the caller, locked; the same call again gets the same answer. */
  private decide(
    context: RequestContext,
    id: number,
    decide: (tx: Transaction, debit: AcceptedDebit) => Promise<void>,
  ): Promise<DirectDebit> {
    const { actor, language } = context;
    const { userId } = actor;
    if (!this.rail.isConfigured) throw new ApiException('NOT_CONFIGURED');
    return this.idempotency.once(context.idempotency, async (tx) => {
      const debit = await tx.row(lockedDebit, lockOwn, [id, userId]);
      if (!debit) throw await notFoundFor(tx, 'direct_debits', id, userId);
      const { mandateId } = debit;
      if (mandateId === null) throw new ApiException('DIRECT_DEBIT_DECIDED');
      await decide(tx, { ...debit, mandateId });
      const sql = `SELECT ${listedColumns} FROM direct_debits d WHERE d.id = ?`;
      const row: ListedDebit = await tx.one(listedDebit, sql, [id]);
      return toDirectDebitDto(row, language);
    });
  }
}

const byOf = ({ actor, requestId }: RequestContext) => ({ userId: actor.userId, requestId });

import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import type { Language } from '@bank/contracts/language';
import { toMinor } from '@bank/contracts/money';
import {
  type StandingOrder,
  type StandingOrderList,
  type StandingOrderRequest,
  standingOrdersMaximum,
} from '@bank/contracts/standing-orders';
import { AuditService } from '../../platform/audit/audit.service';
import { idRow } from '../../platform/database/columns';
import { Database, type Transaction } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';
import { EventsService } from '../../platform/events/events.service';
import type { AuditAuthor } from '../../platform/http/actor';
import { Idempotency } from '../../platform/http/idempotency.service';
import { notFoundFor } from '../../platform/http/not-found';
import { authorOf, type RequestContext } from '../../platform/http/request-context';
import { AddressLimits } from '../../platform/security/address-limits.service';
import { parisDay } from '../../platform/time/paris-day';
import { Clock } from '../../platform/time/clock.service';
import { PaymentRail } from '../../ports/payment-rail/payment-rail';
import { lockUser } from '../../people/users/lock-user';
import { AddressBookService } from '../payees/address-book.service';
import { occurrenceAfter, occurrenceFrom } from '../scheduled-payments/occurrences';
import { firstAttempt } from './run-times';
import * as sql from './standing-orders.sql';

type OrderRow = z.output<typeof sql.orderRow>;

/** The standing orders of customers; `StandingRunsService` runs them. */
@Injectable()
export class StandingOrdersService {
  constructor(
    private readonly database: Database,
    private readonly addressBook: AddressBookService,
    private readonly limits: AddressLimits,
    private readonly idempotency: Idempotency,
    private readonly events: EventsService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
    private readonly rail: PaymentRail,
  ) {}

  /** The user's standing orders, the next to run first; those that have ended last. */
  async list(userId: number, language: Language): Promise<StandingOrderList> {
    const rows = await this.database.rows(sql.orderRow, sql.listed, [userId]);
    return { standing_orders: rows.map((row) => sql.toStandingOrderDto(row, language)) };
  }

  /**
   * A standing order of the user, with why its last occurrence did not leave.
   * @throws ApiException NOT_FOUND, also for another customer's.
   */
  async explained(userId: number, id: number, language: Language): Promise<StandingOrder> {
    const row = await this.database.row(sql.orderRow, sql.oneListed, [userId, id]);
    if (!row) throw await notFoundFor(this.database, 'standing_orders', id, userId);
    return sql.toStandingOrderDto(row, language);
  }

  /**
   * Orders a transfer or payment that repeats. One to a customer counts as a search, since it answers with their name.
   * @throws ApiException NOT_FOUND when the beneficiary is not the caller's; RECIPIENT_NOT_FOUND, TRANSFER_TO_SELF,
   * PAYEE_LIMIT_REACHED, LIST_FULL; NOT_CONFIGURED for a beneficiary without a rail; INVALID_FIELDS for a first day in
   * the past; IDEMPOTENCY_KEY_REUSED.
   */
  async create(context: RequestContext, request: StandingOrderRequest): Promise<StandingOrder> {
    this.requireRail(request);
    await this.countSearch(context, request);
    return this.idempotency.once(context.idempotency, (tx) =>
      this.order(tx, { ...authorOf(context), language: context.language }, request, isProven(context)),
    );
  }

  /**
   * Orders as part of the caller's transaction; see `create`.
   * @param isApproved the customer approved the order, which is what a rule that challenges a run asks for
   */
  async order(
    tx: Transaction,
    { language, ...author }: AuditAuthor & { language: Language },
    request: StandingOrderRequest,
    isApproved: boolean,
  ): Promise<StandingOrder> {
    const { userId } = author;
    const now = this.clock.now();
    if (request.first_run < parisDay(now)) refusePast();
    await refuseFull(tx, userId);
    await this.checkPayee(tx, userId, request);
    const rhythm = [request.first_run, request.until ?? null, request.first_run];
    const { insertId: id } = await tx.write(sql.insertOrder, [
      [userId, ...termsOf(request), ...rhythm, firstAttempt(request.first_run), now, isApproved],
    ]);
    await this.record(tx, author, 'created', id);
    return this.one(tx, userId, id, language);
  }

  /**
   * Replaces a standing order from its next occurrence on; what has run never runs again, whatever the new first day. An
   * occurrence that waits for another attempt is given up.
   * @throws ApiException NOT_FOUND, also for another customer's, and what `create` throws.
   */
  async change(context: RequestContext, id: number, request: StandingOrderRequest): Promise<StandingOrder> {
    const { userId } = context.actor;
    this.requireRail(request);
    await this.countSearch(context, request);
    return this.idempotency.once(context.idempotency, async (tx) => {
      const before = await this.lock(tx, userId, id);
      const today = parisDay(this.clock.now());
      if (request.first_run < today && request.first_run !== before.first_run) refusePast();
      const next = await this.nextOccurrence(tx, id, request, today);
      // An order that has ended counts again when it goes on.
      if (before.next_run === null && next !== null) await refuseFull(tx, userId);
      await this.checkPayee(tx, userId, request);
      const due = next === null ? null : firstAttempt(next);
      await tx.write(sql.giveUpRetry, [id]);
      await tx.write(sql.updateOrder, [
        ...termsOf(request),
        request.first_run,
        request.until ?? null,
        next,
        due,
        isProven(context),
        id,
      ]);
      await this.record(tx, authorOf(context), 'changed', id);
      return this.one(tx, userId, id, context.language);
    });
  }

  /**
   * Stops a standing order for good; its past runs are kept.
   * @throws ApiException NOT_FOUND, also for another customer's.
   */
  async stop(context: RequestContext, id: number): Promise<void> {
    await this.database.transaction(async (tx) => {
      await this.lock(tx, context.actor.userId, id);
      await tx.write(sql.stopOrder, [this.clock.now(), id]);
      await this.record(tx, authorOf(context), 'stopped', id);
    });
  }

  private requireRail({ beneficiary_id: beneficiary }: StandingOrderRequest): void {
    if (beneficiary !== undefined && !this.rail.isConfigured) throw new ApiException('NOT_CONFIGURED');
  }

  /** The first occurrence from today on that is after everything that ran; null when it is after the end. */
  private async nextOccurrence(
    tx: Transaction,
    id: number,
    { first_run: first, until, frequency }: StandingOrderRequest,
    today: string,
  ): Promise<string | null> {
    const last = await tx.row(sql.lastDayRow, sql.lastRunDay, [id]);
    const earliest = occurrenceFrom(first, frequency, today);
    const next = last && last.day >= earliest ? occurrenceAfter(first, frequency, last.day) : earliest;
    return until !== undefined && next > until ? null : next;
  }

  private async checkPayee(
    tx: Transaction,
    userId: number,
    { beneficiary_id: beneficiary, recipient_id: recipient }: StandingOrderRequest,
  ): Promise<void> {
    if (beneficiary !== undefined) {
      const { bic } = await this.addressBook.lockOwn(tx, userId, beneficiary);
      if (bic !== '') refuse('beneficiary_id', 'BENEFICIARY_NO_IBAN');
    } else if (recipient === userId) {
      throw new ApiException('TRANSFER_TO_SELF', { fields: { recipient_id: 'TRANSFER_TO_SELF' } });
    } else if (!(await tx.exists(sql.activeCustomer, [recipient]))) {
      throw new ApiException('RECIPIENT_NOT_FOUND', { fields: { recipient_id: 'RECIPIENT_NOT_FOUND' } });
    }
  }

  private async countSearch(
    { actor, idempotency }: RequestContext,
    request: StandingOrderRequest,
  ): Promise<void> {
    if (request.recipient_id === undefined || (await this.idempotency.isUsed(idempotency))) return;
    await this.limits.takeOfPerson(this.database, 'payee_searches', actor.userId);
  }

  private async lock(tx: Transaction, userId: number, id: number): Promise<z.output<typeof sql.rhythmRow>> {
    const found = await tx.row(idRow, sql.lockOrder, [id, userId]);
    if (!found) throw await notFoundFor(tx, 'standing_orders', id, userId);
    return tx.one(sql.rhythmRow, sql.rhythm, [id]);
  }

  private async one(tx: Transaction, userId: number, id: number, language: Language): Promise<StandingOrder> {
    const row: OrderRow = await tx.one(sql.orderRow, sql.oneListed, [userId, id]);
    return sql.toStandingOrderDto(row, language);
  }

  private async record(
    tx: Transaction,
    author: AuditAuthor,
    change: 'created' | 'changed' | 'stopped',
    id: number,
  ): Promise<void> {
    this.events.emit(tx, author.userId, 'planned_payment', {});
    await this.audit.record(tx, {
      action: `standing_order.${change}`,
      text: `standing_order.${change}`,
      type: 'info',
      values: { id },
      ...author,
    });
  }
}

const isProven = ({ idempotency }: RequestContext): boolean => idempotency.settlement?.isProven ?? false;

const termsOf = (request: StandingOrderRequest) => [
  request.beneficiary_id ?? null,
  request.recipient_id ?? null,
  toMinor(request.amount),
  request.description ?? null,
  request.frequency,
];

/** Locks the user: simultaneous orders of one person count each other. @throws ApiException LIST_FULL. */
async function refuseFull(tx: Transaction, userId: number): Promise<void> {
  await lockUser(tx, userId);
  const count = await tx.count(sql.countOrders, [userId]);
  if (count >= standingOrdersMaximum) throw new ApiException('LIST_FULL');
}

function refuse(field: string, rule: string): never {
  throw new ApiException('INVALID_FIELDS', { fields: { [field]: rule } });
}

const refusePast = () => refuse('first_run', 'DAY_PAST');

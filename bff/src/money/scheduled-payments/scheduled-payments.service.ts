import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { toDecimal, toMinor } from '@bank/contracts/money';
import {
  frequencies,
  type CreateScheduledPaymentRequest,
  type ScheduledPayment,
  type ScheduledPaymentList,
  type ScheduledPaymentsSwitched,
  type SwitchScheduledPaymentsRequest,
  scheduledPaymentsMaximum,
} from '@bank/contracts/scheduled-payments';
import { lockUser } from '../../people/users/lock-user';
import { AuditService } from '../../platform/audit/audit.service';
import { cardRefusal, lockOwnCard } from '../cards/own-card';
import type { AuditAuthor } from '../../platform/http/actor';
import { Clock } from '../../platform/time/clock.service';
import { EventsService } from '../../platform/events/events.service';
import { ApiException } from '../../platform/errors/api-exception';
import { notFoundFor } from '../../platform/http/not-found';
import { Idempotency } from '../../platform/http/idempotency.service';
import { authorOf, type RequestContext } from '../../platform/http/request-context';
import { flag, minor, rowOf, text, whole } from '../../platform/database/columns';
import { parisDay, startOfParisDay } from '../../platform/time/paris-day';
import { occurrenceFrom } from './occurrences';
import { Database, type Transaction } from '../../platform/database/database';

const columns = `id, card_id, amount, currency, active, label, frequency,
  DATE_FORMAT(first_run, '%Y-%m-%d') AS first_run, DATE_FORMAT(next_run, '%Y-%m-%d') AS next_run`;
const ofUser = 'FROM scheduled_payments WHERE user_id = ? AND deleted_at IS NULL';
const insert = `
  INSERT INTO scheduled_payments
    (user_id, card_id, amount, currency, label, frequency, first_run, next_run, created_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`;

const debitRow = rowOf({
  id: whole,
  card_id: whole,
  amount: minor,
  currency: text,
  active: flag,
  label: text,
  frequency: z.enum(frequencies),
  first_run: text,
  next_run: text,
});
type DebitRow = z.output<typeof debitRow>;

/** The scheduled debits that customers order; `ScheduledRunsService` runs them. */
@Injectable()
export class ScheduledPaymentsService {
  constructor(
    private readonly database: Database,
    private readonly idempotency: Idempotency,
    private readonly events: EventsService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /** The user's scheduled debits, oldest first. */
  async list(userId: number): Promise<ScheduledPaymentList> {
    const rows = await this.database.rows(debitRow, `SELECT ${columns} ${ofUser} ORDER BY id`, [userId]);
    return { scheduled: rows.map(toScheduledPaymentDto) };
  }

  /**
   * Orders a debit from one of the caller's cards.
   * @throws ApiException NOT_FOUND when the card is not the caller's; CARD_BLOCKED, CARD_INACTIVE, LIST_FULL; INVALID_FIELDS for a
   * first day in the past or an amount that the card may not spend in a month; IDEMPOTENCY_KEY_REUSED.
   */
  create(context: RequestContext, request: CreateScheduledPaymentRequest): Promise<ScheduledPayment> {
    return this.idempotency.once(context.idempotency, (tx) => this.order(tx, authorOf(context), request));
  }

  /** Orders a debit as part of the caller's transaction; see `create`. */
  async order(
    tx: Transaction,
    author: AuditAuthor,
    { card_id, label, frequency, first_run, ...request }: CreateScheduledPaymentRequest,
  ): Promise<ScheduledPayment> {
    const amount = toMinor(request.amount);
    const now = this.clock.now();
    const card = await lockOwnCard(tx, author.userId, card_id);
    const refusal = cardRefusal(card, parisDay(now));
    if (refusal) throw new ApiException(refusal);
    refuseFields({
      ...(first_run < parisDay(now) && { first_run: 'DAY_PAST' }),
      ...(amount > card.monthlyLimit && { amount: 'AMOUNT_MAX' }),
    });
    // Simultaneous orders of one person count each other.
    await lockUser(tx, author.userId);
    const count = await tx.count(`SELECT COUNT(*) ${ofUser}`, [author.userId]);
    if (count >= scheduledPaymentsMaximum) throw new ApiException('LIST_FULL');
    const debit = [amount, card.currency, label, frequency, first_run, first_run, now];
    const { insertId: id } = await tx.write(insert, [author.userId, card_id, ...debit]);
    await this.record(tx, author, 'created', [id]);
    const sql = `SELECT ${columns} ${ofUser} AND id = ?`;
    return toScheduledPaymentDto(await tx.one(debitRow, sql, [author.userId, id]));
  }

  /**
   * Deletes a debit; its past runs are kept.
   * @throws ApiException NOT_FOUND when there is no such debit, or it belongs to another user.
   */
  async remove(context: RequestContext, id: number): Promise<void> {
    await this.database.transaction(async (tx) => {
      await lockDebits(tx, context.actor.userId, { id });
      const sql = 'UPDATE scheduled_payments SET active = 0, deleted_at = ? WHERE id = ?';
      await tx.write(sql, [this.clock.now(), id]);
      await this.record(tx, authorOf(context), 'deleted', [id]);
    });
  }

  /**
   * Activates or deactivates one debit or all of a card. Occurrences missed while inactive do not run later.
   * @throws ApiException NOT_FOUND when the caller has no such debit.
   */
  setActive(
    context: RequestContext,
    request: SwitchScheduledPaymentsRequest,
    active: boolean,
  ): Promise<ScheduledPaymentsSwitched> {
    return this.database.transaction(async (tx) => {
      const today = parisDay(this.clock.now());
      const debits = await lockDebits(tx, context.actor.userId, request);
      const changed = debits.filter((debit) => debit.active !== active);
      for (const { id, first_run, next_run, frequency } of changed) {
        const next = active && next_run < today ? occurrenceFrom(first_run, frequency, today) : next_run;
        const sql = 'UPDATE scheduled_payments SET active = ?, next_run = ? WHERE id = ?';
        await tx.write(sql, [active, next, id]);
      }
      const ids = changed.map(({ id }) => id);
      const change = active ? 'activated' : 'deactivated';
      if (ids.length > 0) await this.record(tx, authorOf(context), change, ids);
      return { success: true };
    });
  }

  private record(
    tx: Transaction,
    author: AuditAuthor,
    change: 'created' | 'deleted' | 'activated' | 'deactivated',
    ids: number[],
  ) {
    this.events.emit(tx, author.userId, 'planned_payment', {});
    return this.audit.record(tx, {
      action: `scheduled_payment.${change}`,
      type: 'info',
      text: `debit.${change}`,
      values: { ids: ids.join(', ') },
      ...author,
    });
  }
}

/** Locks debits in the order of their ids. @throws ApiException NOT_FOUND when the user has none that matches. */
async function lockDebits(
  tx: Transaction,
  userId: number,
  { id, card_id }: SwitchScheduledPaymentsRequest,
): Promise<DebitRow[]> {
  const conditions = [id !== undefined && 'AND id = ?', card_id !== undefined && 'AND card_id = ?'];
  const rows = await tx.rows(
    debitRow,
    `SELECT ${columns} ${ofUser} ${conditions.filter(Boolean).join(' ')} ORDER BY id FOR UPDATE`,
    [userId, ...[id, card_id].filter((value) => value !== undefined)],
  );
  if (rows.length === 0) {
    throw id === undefined
      ? new ApiException('NOT_FOUND')
      : await notFoundFor(tx, 'scheduled_payments', id, userId);
  }
  return rows;
}

function refuseFields(fields: Record<string, string>): void {
  if (Object.keys(fields).length > 0) throw new ApiException('INVALID_FIELDS', { fields });
}

const toScheduledPaymentDto = (row: DebitRow): ScheduledPayment => ({
  ...row,
  amount: toDecimal(row.amount),
  next_run: startOfParisDay(row.next_run).toISOString(),
});

import { Injectable } from '@nestjs/common';
import { DataSource, type QueryRunner } from 'typeorm';
import { toDecimal, toMinor } from '@bank/contracts/money';
import type {
  CreateScheduledPaymentRequest,
  Frequency,
  ScheduledPayment,
  ScheduledPaymentList,
  ScheduledPaymentsSwitched,
  SwitchScheduledPaymentsRequest,
} from '@bank/contracts/scheduled-payments';
import { AuditService } from '../audit/audit.service';
import { cardRefusal, lockOwnCard } from '../cards/own-card';
import type { Actor, Author } from '../common/actor';
import type { Call } from '../common/call';
import { Clock } from '../common/clock';
import { Failure } from '../common/failure';
import { notFoundFor } from '../common/not-found';
import { Idempotency, type KeyedCall } from '../common/idempotency';
import { minorUnits, wholeNumber } from '../common/money-column';
import { parisDay, startOfParisDay } from '../common/paris-day';
import { inTransaction } from '../common/transaction';
import { occurrenceFrom } from './occurrences';

const columns = `id, card_id, amount, currency, active, label, frequency,
  DATE_FORMAT(first_run, '%Y-%m-%d') AS first_run, DATE_FORMAT(next_run, '%Y-%m-%d') AS next_run`;
const ofUser = 'FROM scheduled_payments WHERE user_id = ? AND deleted_at IS NULL';
const insert = `
  INSERT INTO scheduled_payments
    (user_id, card_id, amount, currency, label, frequency, first_run, next_run, created_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`;

interface Row {
  id: string;
  card_id: string;
  amount: string;
  currency: string;
  active: number;
  label: string;
  frequency: Frequency;
  first_run: string;
  next_run: string;
}

/** A customer's scheduled debits: what they ordered. `ScheduledRunsService` runs them. */
@Injectable()
export class ScheduledPaymentsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly idempotency: Idempotency,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /** The user's scheduled debits, oldest first. */
  async list(userId: number): Promise<ScheduledPaymentList> {
    const rows = (await this.dataSource.query(`SELECT ${columns} ${ofUser} ORDER BY id`, [userId])) as Row[];
    return { scheduled: rows.map(wireScheduled) };
  }

  /**
   * Orders a debit from one of the caller's cards.
   * @throws Failure NOT_FOUND when the card is not the caller's; CARD_BLOCKED, CARD_INACTIVE; INVALID_FIELDS for a
   * first day in the past or an amount that the card may not spend in a month; IDEMPOTENCY_KEY_REUSED.
   */
  create(
    actor: Actor,
    request: CreateScheduledPaymentRequest,
    keyed: KeyedCall,
    call: Call,
  ): Promise<ScheduledPayment> {
    const by = { ...actor, requestId: call.requestId };
    return this.idempotency.once(keyed, (runner) => this.order(runner, by, request));
  }

  /** Orders a debit as part of the caller's transaction; see `create`. */
  async order(
    runner: QueryRunner,
    by: Author,
    { card_id, label, frequency, first_run, ...request }: CreateScheduledPaymentRequest,
  ): Promise<ScheduledPayment> {
    const amount = toMinor(request.amount);
    const now = this.clock.now();
    const card = await lockOwnCard(runner, by.userId, card_id);
    const refusal = cardRefusal(card, parisDay(now));
    if (refusal) throw new Failure(refusal);
    refuseFields({
      ...(first_run < parisDay(now) && { first_run: 'DAY_PAST' }),
      ...(amount > card.monthlyLimit && { amount: 'AMOUNT_MAX' }),
    });
    const debit = [amount, card.currency, label, frequency, first_run, first_run, now];
    const { insertId } = (await runner.query(insert, [by.userId, card_id, ...debit])) as {
      insertId: number | string;
    };
    const id = wholeNumber(insertId);
    await this.record(runner, by, 'created', [id]);
    const [row] = (await runner.query(`SELECT ${columns} ${ofUser} AND id = ?`, [by.userId, id])) as [Row];
    return wireScheduled(row);
  }

  /**
   * Ends a debit for good; its past runs are kept.
   * @throws Failure NOT_FOUND when there is none of that id, or it is somebody else's.
   */
  async remove(actor: Actor, id: number, call: Call): Promise<void> {
    await inTransaction(this.dataSource, async (runner) => {
      await lockedRows(runner, actor.userId, { id });
      await runner.query('UPDATE scheduled_payments SET active = 0, deleted_at = ? WHERE id = ?', [
        this.clock.now(),
        id,
      ]);
      await this.record(runner, { ...actor, requestId: call.requestId }, 'deleted', [id]);
    });
  }

  /**
   * Activates or deactivates one debit or all of a card. What fell due while a debit was not active is not made up for.
   * @throws Failure NOT_FOUND when the caller has no such debit.
   */
  setActive(
    actor: Actor,
    which: SwitchScheduledPaymentsRequest,
    active: boolean,
    call: Call,
  ): Promise<ScheduledPaymentsSwitched> {
    return inTransaction(this.dataSource, async (runner) => {
      const today = parisDay(this.clock.now());
      const rows = await lockedRows(runner, actor.userId, which);
      const changed = rows.filter((row) => Boolean(row.active) !== active);
      for (const { id, first_run, next_run, frequency } of changed) {
        const next = active && next_run < today ? occurrenceFrom(first_run, frequency, today) : next_run;
        await runner.query('UPDATE scheduled_payments SET active = ?, next_run = ? WHERE id = ?', [
          active,
          next,
          id,
        ]);
      }
      const ids = changed.map(({ id }) => wholeNumber(id));
      const by = { ...actor, requestId: call.requestId };
      if (ids.length > 0) await this.record(runner, by, active ? 'activated' : 'deactivated', ids);
      return { success: true };
    });
  }

  private record(
    runner: QueryRunner,
    { userId, email, requestId }: Author,
    change: keyof typeof changeText,
    ids: number[],
  ) {
    return this.audit.record(runner, {
      action: `scheduled_payment.${change}`,
      type: 'info',
      message: `Débit programmé ${ids.join(', ')} ${changeText[change]}.`,
      ...{ userId, email, requestId },
    });
  }
}

const changeText = { created: 'créé', deleted: 'supprimé', activated: 'activé', deactivated: 'désactivé' };

/** @throws Failure NOT_FOUND when the user has none that fits; rows are locked in the order of their ids. */
async function lockedRows(
  runner: QueryRunner,
  userId: number,
  { id, card_id }: SwitchScheduledPaymentsRequest,
): Promise<Row[]> {
  const conditions = [id !== undefined && 'AND id = ?', card_id !== undefined && 'AND card_id = ?'];
  const rows = (await runner.query(
    `SELECT ${columns} ${ofUser} ${conditions.filter(Boolean).join(' ')} ORDER BY id FOR UPDATE`,
    [userId, ...[id, card_id].filter((value) => value !== undefined)],
  )) as Row[];
  if (rows.length === 0) {
    throw id === undefined
      ? new Failure('NOT_FOUND')
      : await notFoundFor(runner, 'scheduled_payments', id, userId);
  }
  return rows;
}

function refuseFields(fields: Record<string, string>): void {
  if (Object.keys(fields).length > 0) throw new Failure('INVALID_FIELDS', { fields });
}

const wireScheduled = (row: Row): ScheduledPayment => ({
  id: wholeNumber(row.id),
  card_id: wholeNumber(row.card_id),
  amount: toDecimal(minorUnits(row.amount)),
  currency: row.currency,
  active: Boolean(row.active),
  next_run: startOfParisDay(row.next_run).toISOString(),
  label: row.label,
  frequency: row.frequency,
  first_run: row.first_run,
});

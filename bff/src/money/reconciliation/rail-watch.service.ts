import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { currencies, type Currency } from '@bank/contracts/currencies';
import { addDays } from '@bank/contracts/days';
import { rowOf, text } from '../../platform/database/columns';
import { Database } from '../../platform/database/database';
import { IncidentsService } from '../../platform/incidents/incidents.service';
import { endOfParisDay, parisDay, startOfParisDay } from '../../platform/time/paris-day';
import { PaymentRail } from '../../ports/payment-rail/payment-rail';
import { SettlementDays } from '../../ports/payment-rail/settlement-days.service';
import { settlementOf, stripesOf } from '../ledger/bank-accounts';
import { subjectOf } from './settlement-statement';

/** How long a message may wait to be worked on, ms; it is tried every thirty seconds. */
const stuckAfter = 5 * 60_000;
const stuck = 'rail_message_stuck';

/** How many of the last days are looked at. */
const daysWatched = 14;
const missing = 'reconciliation_missing';

const statedSince = `
  SELECT DISTINCT DATE_FORMAT(day, '%Y-%m-%d') AS day, currency FROM settlement_statements WHERE day >= ?`;
const statedRow = rowOf({ day: text, currency: z.enum(currencies) });
const settlementRows = currencies.map(settlementOf).flatMap(stripesOf);
const movedSince = `
  SELECT DISTINCT a.currency FROM accounts a
  WHERE a.id IN (?) AND EXISTS (SELECT 1 FROM entries e WHERE e.account_id = a.id AND e.created_at >= ?)`;
const currencyRow = rowOf({ currency: z.enum(currencies) });
const movedOn =
  'SELECT 1 FROM entries WHERE account_id IN (?) AND created_at >= ? AND created_at < ? LIMIT 1';

/** Finds messages of the clearing house that are not worked on, and statements that it or the correspondent never sent. */
@Injectable()
export class RailWatchService {
  private begunAt: Date | undefined;

  constructor(
    private readonly database: Database,
    private readonly rail: PaymentRail,
    private readonly days: SettlementDays,
    private readonly incidents: IncidentsService,
  ) {}

  /** Opens the incidents of what is stuck or missing, and closes those of what is not any more. */
  async watch(now: Date): Promise<void> {
    if (!this.rail.isConfigured) return;
    const isStuck = await this.rail.hasWaiting(new Date(now.getTime() - stuckAfter));
    await this.database.transaction((tx) =>
      isStuck
        ? this.incidents.open(tx, { kind: stuck, subject: '', severity: 'high' })
        : this.incidents.recover(tx, stuck, '', 0),
    );
    this.begunAt ??= await this.rail.begunAt();
    if (this.begunAt) await this.watchStatements(parisDay(now), this.begunAt);
  }

  /**
   * A statement of a currency is missing at the end of the open day after the one that it is of. An incident that a person
   * closed stays closed.
   */
  private async watchStatements(today: string, begunAt: Date): Promise<void> {
    const { from } = await this.days.calendar();
    const since = addDays(today, -daysWatched);
    const statements = await this.database.rows(statedRow, statedSince, [since]);
    const stated = new Set(statements.map(subjectOf));
    const moved = [settlementRows, startOfParisDay(since)];
    const unstated = new Set<string>();
    for (const { currency } of await this.database.rows(currencyRow, movedSince, moved)) {
      const subjectOn = (day: string) => subjectOf({ day, currency });
      for (let day = since; from(addDays(from(day), 1)) < today; day = addDays(day, 1)) {
        // Movements of a closed day are in the statement of the next open day, or in one of their own.
        const isStated = stated.has(subjectOn(day)) || stated.has(subjectOn(from(day)));
        if (!isStated && (await this.hasMoved(currency, day, begunAt))) unstated.add(subjectOn(from(day)));
      }
    }
    await this.database.transaction(async (tx) => {
      for (const subject of await this.incidents.openSubjects(tx, missing)) {
        if (stated.has(subject)) await this.incidents.recover(tx, missing, subject, 0);
      }
      for (const subject of unstated) {
        if (await this.incidents.isKnown(tx, missing, subject)) continue;
        await this.incidents.open(tx, { kind: missing, subject, severity: 'high' });
      }
    });
  }

  /** Whether a settlement account moved on a day, once the bank was in touch with the clearing house. */
  private hasMoved(currency: Currency, day: string, begunAt: Date): Promise<boolean> {
    const start = startOfParisDay(day);
    const first = start < begunAt ? begunAt : start;
    return this.database.exists(movedOn, [stripesOf(settlementOf(currency)), first, endOfParisDay(day)]);
  }
}

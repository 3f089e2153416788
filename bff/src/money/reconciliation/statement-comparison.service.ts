import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { type Transaction } from '../../platform/database/database';
import { dayMs } from '../../platform/time/durations';
import { startOfParisDay } from '../../platform/time/paris-day';
import { settlementOf, stripesOf } from '../ledger/bank-accounts';
import { settledMilliseconds } from '../ledger/snapshots.service';
import { DifferencesService, type NewDifference } from './differences.service';
import type { SettlementStatement } from './settlement-statement';
import * as sql from './statement-comparison.sql';
import { StatementPeriod } from './statement-period.service';

/** Payments compared in one transaction. */
const atOnce = 500;
/** How long the money of a refused credit may be on its way back. */
const returnMilliseconds = 3 * dayMs;

/** First what the statement names, then the account's own entries, then what was open before. */
const progressOf = z.object({ step: z.enum(['there', 'here', 'open']), after: z.string(), id: z.number() });
type Progress = z.infer<typeof progressOf>;
const beginning: Progress = { step: 'there', after: '', id: 0 };

const keepOpen = 'INSERT IGNORE INTO reconciliation_open (transaction_id, since, currency) VALUES';
const close = 'DELETE FROM reconciliation_open WHERE transaction_id IN (?)';

/**
 * Holds the payments of a statement against those of the settlement account in its currency: each must have moved the same amount
 * on both sides, over all days. What one side books just before midnight and the other just after is no difference, nor is what
 * moves here while the clearing house is closed, before the statement of its next open day.
 */
@Injectable()
export class StatementComparisonService {
  constructor(
    private readonly differences: DifferencesService,
    private readonly period: StatementPeriod,
  ) {}

  /** Compares the next slice; returns where to continue, undefined at the end. */
  async nextSlice(tx: Transaction, statement: SettlementStatement): Promise<string | undefined> {
    const stored = statement.progress === '' ? undefined : (JSON.parse(statement.progress) as unknown);
    const progress = stored === undefined ? beginning : progressOf.parse(stored);
    const next = await this.steps[progress.step](tx, statement, progress);
    return next && JSON.stringify(next);
  }

  private readonly steps = {
    there: async (tx: Transaction, statement: SettlementStatement, { after }: Progress) => {
      const rows = await tx.rows(sql.idRow, sql.namedThere, [statement.id, after, atOnce]);
      await this.judge(
        tx,
        statement,
        rows.map(({ id }) => id),
      );
      const last = rows.at(-1);
      if (last && rows.length === atOnce) return { step: 'there', after: last.id, id: 0 } satisfies Progress;
      const start = startOfParisDay(await this.period.firstDay(tx, statement)).toISOString();
      return { step: 'here', after: start, id: 0 } satisfies Progress;
    },
    here: async (tx: Transaction, statement: SettlementStatement, progress: Progress) => {
      const after = new Date(progress.after);
      const stripes = stripesOf(settlementOf(statement.currency));
      const values = stripes.flatMap((row) => [row, after, statement.endsAt, after, progress.id, atOnce]);
      const rows = await tx.rows(sql.entryRow, sql.entriesHere(stripes.length), [...values, atOnce]);
      await this.judge(tx, statement, await this.paymentsOf(tx, statement, rows));
      const last = rows.at(-1);
      if (last && rows.length === atOnce) {
        return { step: 'here', after: last.at.toISOString(), id: last.id } satisfies Progress;
      }
      return { step: 'open', after: '', id: 0 } satisfies Progress;
    },
    open: async (tx: Transaction, statement: SettlementStatement, { after }: Progress) => {
      const rows = await tx.rows(sql.idRow, sql.openItems, [
        statement.day,
        statement.currency,
        after,
        atOnce,
      ]);
      await this.judge(
        tx,
        statement,
        rows.map(({ id }) => id),
        { wasOpen: true },
      );
      const last = rows.at(-1);
      if (!last || rows.length < atOnce) return undefined;
      return { step: 'open', after: last.id, id: 0 } satisfies Progress;
    },
  };

  /** The payments of own entries; an entry that belongs to none is a difference by itself. */
  private async paymentsOf(
    tx: Transaction,
    statement: SettlementStatement,
    entries: { transferId: number; amount: bigint }[],
  ): Promise<string[]> {
    if (entries.length === 0) return [];
    const ids = entries.map(({ transferId }) => transferId);
    const lists = Array<number[]>(sql.paymentsOfTransfersLists).fill(ids);
    const known = await tx.rows(sql.transferRow, sql.paymentsOfTransfers, lists);
    const named = new Set(known.map(({ transferId }) => transferId));
    const others = entries.filter(({ transferId }) => !named.has(transferId));
    const amounts = new Map(others.map(({ transferId, amount }) => [transferId, -amount]));
    const unpaired =
      others.length === 0 ? [] : await tx.rows(sql.transferRow, sql.unpaired, [[...amounts.keys()]]);
    for (const { transferId, id } of unpaired) {
      const here = amounts.get(transferId) ?? 0n;
      await this.differences.record(tx, statement, { kind: 'missing_there', subject: id, here, there: 0n });
    }
    return [...new Set(known.map(({ id }) => id))];
  }

  private async judge(
    tx: Transaction,
    statement: SettlementStatement,
    ids: string[],
    { wasOpen = false } = {},
  ): Promise<void> {
    if (ids.length === 0) return;
    const { here, there, moving } = await this.sidesOf(tx, statement, ids);
    const isOpen = await this.period.isOpen(tx, statement);
    const [closed, open]: [string[], string[]] = [[], []];
    for (const id of ids) {
      const own = here.get(id) ?? nothing;
      const stated = there.get(id) ?? 0n;
      const agrees = stated === own.all || stated === own.covered;
      const isToSettle = !isOpen && stated === 0n;
      const isUnderWay = moving.has(id) || (own.isRecent && !wasOpen) || isToSettle;
      if (agrees || !isUnderWay) closed.push(id);
      else open.push(id);
      if (agrees || isUnderWay) continue;
      await this.differences.record(tx, statement, differenceOf(id, own, there.get(id)));
    }
    if (closed.length > 0) await tx.write(close, [closed]);
    const rows = open.map((id) => [id, statement.day, statement.currency]);
    if (rows.length > 0) await tx.write(`${keepOpen} ?`, [rows]);
  }

  private async sidesOf(
    tx: Transaction,
    { currency, endsAt, createdAt }: SettlementStatement,
    ids: string[],
  ) {
    const lists = Array<string[]>(sql.amountsHereLists).fill(ids);
    const recent = new Date(endsAt.getTime() - settledMilliseconds);
    const amounts = sql.amountsHere(stripesOf(settlementOf(currency)));
    const here = new Map<string, Own>();
    for (const { id, amount, at } of await tx.rows(sql.movedRow, amounts, lists)) {
      const own = here.get(id) ?? nothing;
      here.set(id, {
        all: own.all + amount,
        covered: own.covered + (at < endsAt ? amount : 0n),
        isRecent: own.isRecent || at >= recent,
      });
    }
    const stated = await tx.rows(sql.amountRow, sql.amountsThere, [currency, ids]);
    const since = new Date(createdAt.getTime() - returnMilliseconds);
    const way = await tx.rows(sql.wayRow, sql.onTheirWay, [ids, ids, since]);
    return {
      here,
      there: new Map(stated.map(({ id, amount }) => [id, amount])),
      moving: new Set(way.map(({ id }) => id)),
    };
  }
}

/** The bank's own movements: in all, within the statements' period, and whether just before its end. */
interface Own {
  all: bigint;
  covered: bigint;
  isRecent: boolean;
}
const nothing: Own = { all: 0n, covered: 0n, isRecent: false };

function differenceOf(subject: string, { all }: Own, stated: bigint | undefined): NewDifference {
  const there = stated ?? 0n;
  const kind = stated === undefined ? 'missing_there' : all === 0n ? 'missing_here' : 'amount';
  return { kind, subject, here: all, there };
}

import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { compactCreditorId, creditorKey } from '@bank/contracts/creditor-identifier';
import { type Mandate, type MandateList, mandatesListed } from '@bank/contracts/direct-debits';
import type { Language } from '@bank/contracts/language';
import { toDecimal } from '@bank/contracts/money';
import type { Collection } from '@bank/contracts/rails/collections';
import { mandateStop } from '@bank/contracts/stops';
import { AuditService } from '../../platform/audit/audit.service';
import { idRow, isoMoment, minor, rowOf, text, whole } from '../../platform/database/columns';
import { Database, type Transaction } from '../../platform/database/database';
import { EventsService } from '../../platform/events/events.service';
import { notFoundFor } from '../../platform/http/not-found';
import { authorOf, type RequestContext } from '../../platform/http/request-context';
import { Clock } from '../../platform/time/clock.service';
import { NotificationsService } from '../../people/notifications/notifications.service';
import { dayIn } from './collection-rules';
import type { Payer } from './payers.service';

const find = `
  SELECT id, account_id AS accountId, creditor_key AS creditor, reference, status FROM mandates
  WHERE (account_id, creditor_key, reference) IN (?)`;
const foundRow = rowOf({
  id: whole,
  accountId: whole,
  creditor: text,
  reference: text,
  status: z.enum(['active', 'blocked']),
});
const insert = `
  INSERT INTO mandates (user_id, account_id, creditor_key, creditor_id, creditor_name, reference, signed_on, created_at,
    changed_at) VALUES`;
const onceOnly = 'ON DUPLICATE KEY UPDATE id = id';
const collectedBefore = 'SELECT DISTINCT mandate_id AS id FROM direct_debits WHERE mandate_id IN (?)';

/** Each mandate with its last and its next debit. */
const listed = `
  SELECT m.id, m.creditor_id, m.creditor_name, m.reference, DATE_FORMAT(m.signed_on, '%Y-%m-%d') AS signed_on, m.status,
    m.created_at, last.amount AS lastAmount, DATE_FORMAT(last.settled_on, '%Y-%m-%d') AS lastDay,
    next.amount AS nextAmount, DATE_FORMAT(next.due_on, '%Y-%m-%d') AS nextDay
  FROM mandates m
    LEFT JOIN direct_debits last ON last.id = (
      SELECT d.id FROM direct_debits d WHERE d.mandate_id = m.id AND d.settled_on IS NOT NULL
        AND d.status IN ('booked', 'refunded') ORDER BY d.settled_on DESC, d.id DESC LIMIT 1)
    LEFT JOIN direct_debits next ON m.status = 'active' AND next.id = (
      SELECT d.id FROM direct_debits d WHERE d.mandate_id = m.id AND d.settled_on IS NULL
        AND d.status = 'upcoming' ORDER BY d.due_on, d.id LIMIT 1)
  WHERE m.user_id = ?`;
const listedRow = rowOf({
  id: whole,
  creditor_id: text,
  creditor_name: text,
  reference: text,
  signed_on: text.nullable(),
  status: z.enum(['active', 'blocked']),
  created_at: isoMoment,
  lastAmount: minor.nullable(),
  lastDay: text.nullable(),
  nextAmount: minor.nullable(),
  nextDay: text.nullable(),
});
const lock = 'SELECT status FROM mandates WHERE id = ? AND user_id = ? FOR UPDATE';
const statusRow = rowOf({ status: text });
const setStatus = 'UPDATE mandates SET status = ?, changed_at = ? WHERE id = ?';

/** A collection and the account that it is collected from. */
export interface Collected {
  collection: Collection;
  payer: Payer;
}

export type KnownMandate = z.output<typeof foundRow>;

/** The mandates of creditors. A mandate is identified by creditor and reference, and belongs to one account. */
@Injectable()
export class MandatesService {
  constructor(
    private readonly database: Database,
    private readonly notifications: NotificationsService,
    private readonly events: EventsService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /** The user's newest mandates. */
  async list(userId: number, language: Language): Promise<MandateList> {
    const sql = `${listed} ORDER BY m.id DESC LIMIT ?`;
    const rows = await this.database.rows(listedRow, sql, [userId, mandatesListed]);
    return { mandates: rows.map((row) => toMandateDto(row, language)) };
  }

  /** @throws ApiException NOT_FOUND, also for another customer's. */
  set(context: RequestContext, id: number, status: Mandate['status']): Promise<Mandate> {
    const { userId } = context.actor;
    return this.database.transaction(async (tx) => {
      const before = await tx.row(statusRow, lock, [id, userId]);
      if (!before) throw await notFoundFor(tx, 'mandates', id, userId);
      if (before.status !== status) {
        await tx.write(setStatus, [status, this.clock.now(), id]);
        this.events.emit(tx, userId, 'direct_debit', {});
        const action = status === 'blocked' ? 'mandate.blocked' : 'mandate.unblocked';
        await this.audit.record(tx, { action, type: 'info', values: { id }, ...authorOf(context) });
      }
      const row = await tx.one(listedRow, `${listed} AND m.id = ?`, [userId, id]);
      return toMandateDto(row, context.language);
    });
  }

  /** Blocks a mandate as part of the caller's transaction. */
  async block(tx: Transaction, id: number): Promise<void> {
    await tx.write(setStatus, ['blocked', this.clock.now(), id]);
  }

  /** The mandates of collections, by `mandateKey`; the first collection creates its own, and its payer is notified. */
  async ensure(tx: Transaction, collected: Collected[]): Promise<Map<string, KnownMandate>> {
    const wanted = new Map(collected.map((each) => [mandateKey(each), each]));
    const known = await this.known(tx, [...wanted.values()]);
    const missing = [...wanted.values()].filter((each) => !known.has(mandateKey(each)));
    if (missing.length === 0) return known;
    const now = this.clock.now();
    const rows = missing.map(({ payer, collection: { creditor, mandateId, signedOn } }) => [
      payer.userId,
      payer.accountId,
      creditorKey(creditor.id),
      compactCreditorId(creditor.id),
      creditor.name.slice(0, 140),
      mandateId,
      dayIn(signedOn) ?? null,
      now,
      now,
    ]);
    await tx.write(`${insert} ? ${onceOnly}`, [rows]);
    const created = await this.known(tx, missing);
    const ids = [...created.values()].map(({ id }) => id);
    // Another message may have created it at the same time, and committed since.
    const others = new Set((await tx.rows(idRow, collectedBefore, [ids])).map(({ id }) => id));
    for (const each of missing) {
      const mandate = created.get(mandateKey(each));
      if (mandate && !others.has(mandate.id)) this.announce(tx, each);
    }
    return new Map([...known, ...created]);
  }

  private async known(tx: Transaction, collected: Collected[]): Promise<Map<string, KnownMandate>> {
    if (collected.length === 0) return new Map();
    const keys = collected.map(({ payer, collection: { creditor, mandateId } }) => [
      payer.accountId,
      creditorKey(creditor.id),
      mandateId,
    ]);
    const rows = await tx.rows(foundRow, find, [keys]);
    return new Map(
      rows.map((row) => [`${row.accountId} ${row.creditor} ${row.reference.toUpperCase()}`, row]),
    );
  }

  private announce(tx: Transaction, { payer, collection }: Collected): void {
    const { creditor, mandateId, amount } = collection;
    this.audit.recordAll(tx, {
      action: 'mandate.created',
      text: 'mandate.created',
      type: 'info',
      values: { reference: mandateId, creditor: creditor.id },
      userId: payer.userId,
    });
    const values = {
      creditor: creditor.name,
      mandate: mandateId,
      amount: toDecimal(amount.minor).toFixed(2),
    };
    this.notifications.notify(tx, payer.userId, { type: 'info', key: 'mandate_created', values });
  }
}

/** Identifies the mandate of a collection; references are read without regard to case. */
export const mandateKey = ({ payer, collection: { creditor, mandateId } }: Collected): string =>
  `${payer.accountId} ${creditorKey(creditor.id)} ${mandateId.toUpperCase()}`;

function toMandateDto(row: z.output<typeof listedRow>, language: Language): Mandate {
  const { lastAmount, lastDay, nextAmount, nextDay, ...mandate } = row;
  const collected = (amount: bigint | null, day: string | null) =>
    amount === null || day === null ? null : { amount: toDecimal(amount), currency: 'EUR', day };
  const why = mandateStop(row.status, language);
  return { ...mandate, last: collected(lastAmount, lastDay), next: collected(nextAmount, nextDay), why };
}

import { Injectable } from '@nestjs/common';
import { compactCreditorId, creditorKey } from '@bank/contracts/creditor-identifier';
import { homeCurrency } from '@bank/contracts/currencies';
import { toDecimal } from '@bank/contracts/money';
import type { Collection } from '@bank/contracts/rails/collections';
import { bicForms, fullBic } from '@bank/contracts/rails/parts';
import { AuditService } from '../../platform/audit/audit.service';
import { type Transaction } from '../../platform/database/database';
import { EventsService } from '../../platform/events/events.service';
import { Clock } from '../../platform/time/clock.service';
import { parisDay } from '../../platform/time/paris-day';
import { NotificationsService } from '../../people/notifications/notifications.service';
import type { Decision, Origin } from '../../ports/payment-rail/payment-rail';
import { SettlementDays } from '../../ports/payment-rail/settlement-days.service';
import { dayIn, debitReasons, faultOf, isReadable, settlementDayOf } from './collection-rules';
import { acceptedDebit, debitColumns, type DebitRow, debitRow } from './direct-debit.sql';
import { DueDebitsService } from './due-debits.service';
import { type KnownMandate, mandateKey, MandatesService } from './mandates.service';
import { type Payer, PayersService } from './payers.service';

const insert = `
  INSERT INTO direct_debits (sender, transaction_id, end_to_end_id, message_id, account_id, user_id, mandate_id,
    creditor_id, creditor_name, mandate_reference, debtor_account, amount, currency, remittance, due_on, status,
    reason_code, received_at, changed_at) VALUES`;
/** An earlier collection of the same id keeps its outcome. */
const onceOnly = 'ON DUPLICATE KEY UPDATE id = id';
const stored = `
  SELECT ${debitColumns} FROM direct_debits d WHERE (d.sender, d.transaction_id) IN (?) ORDER BY d.id FOR UPDATE`;

/** The number of due collections booked while the clearing house waits; the job books the rest of a larger message. */
const bookedAtOnce = 50;

interface Incoming {
  collection: Collection;
  payer: Payer | undefined;
  code: string | undefined;
}

/** Collections of other banks' customers from ours. */
@Injectable()
export class IncomingCollectionsService {
  constructor(
    private readonly payers: PayersService,
    private readonly mandates: MandatesService,
    private readonly due: DueDebitsService,
    private readonly days: SettlementDays,
    private readonly notifications: NotificationsService,
    private readonly events: EventsService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores each collection once by its sender and transaction id, and settles what is due. One that came before gets its
   * earlier decision, and is reported to the message that brought it; another one under its id is refused. The statements grow
   * with the message, whose size is limited, not with the bank.
   */
  async take(
    tx: Transaction,
    collections: Collection[],
    { messageId }: Pick<Origin, 'messageId'>,
  ): Promise<Decision[]> {
    const readable = new Map<string, Collection>();
    for (const each of collections.filter(isReadable)) {
      if (!readable.has(onceBy(each))) readable.set(onceBy(each), each);
    }
    const before = await this.read(tx, [...readable.values()]);
    const fresh = [...readable.values()].filter((each) => !before.has(onceBy(each)));
    const judged = await this.store(tx, await this.examine(tx, fresh), messageId);
    const after = await this.read(tx, [...readable.values()]);
    const ownRows = [...after.values()].filter((row) => row.messageId === messageId);
    // Another message may have brought the same collection at the same moment, and announces it.
    const own = new Set(ownRows.map(keyOf));
    this.announce(
      tx,
      judged.filter(({ collection }) => own.has(onceBy(collection))),
    );
    const decided = await this.settleDue(tx, ownRows);
    return collections.map((each): Decision => {
      const { transactionId, endToEndId } = each;
      const row = after.get(onceBy(each));
      if (row && !isSame(row, each))
        return { transactionId, endToEndId, reason: { code: debitReasons.duplicate } };
      const [status, code] = row ? (decided.get(row.id) ?? [row.status, row.code]) : ['refused', null];
      if (status === 'refused')
        return { transactionId, endToEndId, reason: { code: code ?? debitReasons.unreadable } };
      return { transactionId, endToEndId, ...(status === 'upcoming' && { pending: true }) };
    });
  }

  private async examine(tx: Transaction, collections: Collection[]): Promise<Incoming[]> {
    const ibans = collections.map(({ debtor }) => debtor.account);
    const payers = await this.payers.byIban(
      tx,
      ibans,
      collections.map(({ creditor }) => creditorKey(creditor.id)),
    );
    const today = parisDay(this.clock.now());
    return collections.map((collection) => {
      const payer = payers.get(collection.debtor.account);
      return { collection, payer, code: faultOf(collection, payer, today) };
    });
  }

  /** Returns what was judged, also of what another message stored at the same moment. */
  private async store(tx: Transaction, incoming: Incoming[], messageId: string): Promise<Incoming[]> {
    if (incoming.length === 0) return [];
    const accepted = incoming.flatMap(({ collection, payer, code }) =>
      payer && code === undefined ? [{ collection, payer }] : [],
    );
    const mandates = await this.mandates.ensure(tx, accepted);
    const judged = incoming.map((each) => {
      const { collection, payer, code } = each;
      const mandate =
        payer && code === undefined ? mandates.get(mandateKey({ collection, payer })) : undefined;
      return { ...each, mandate, code: mandate?.status === 'blocked' ? debitReasons.rules : code };
    });
    const { from } = await this.days.calendar(tx);
    const rows = judged.map((each) => this.rowOf(each, messageId, from));
    await tx.write(`${insert} ? ${onceOnly}`, [rows]);
    return judged;
  }

  private rowOf(
    { collection, payer, mandate, code }: Incoming & { mandate: KnownMandate | undefined },
    messageId: string,
    nextDay: (day: string) => string,
  ): unknown[] {
    const { creditor, debtor, amount, remittance } = collection;
    const now = this.clock.now();
    const dueOn = settlementDayOf(dayIn(collection.dueOn), parisDay(now), nextDay);
    const { accountId = null, userId = null } = payer ?? {};
    return [
      senderOf(collection),
      collection.transactionId,
      collection.endToEndId,
      messageId,
      accountId,
      userId,
      mandate?.id ?? null,
      asciiOf(compactCreditorId(creditor.id)),
      creditor.name.slice(0, 140),
      asciiOf(collection.mandateId),
      debtor.account,
      amount.minor,
      amount.currency,
      remittance?.slice(0, 140) ?? null,
      dueOn,
      code === undefined ? 'upcoming' : 'refused',
      code ?? null,
      now,
      now,
    ];
  }

  /** Books what is due, unless it is more than the clearing house should wait for. */
  private async settleDue(
    tx: Transaction,
    rows: DebitRow[],
  ): Promise<Map<number, [status: DebitRow['status'], code: string | null]>> {
    const today = parisDay(this.clock.now());
    const due = rows.filter(({ status, dueOn }) => status === 'upcoming' && dueOn <= today);
    if (due.length === 0 || due.length > bookedAtOnce) return new Map();
    const outcomes = await this.due.settle(tx, acceptedDebit.array().parse(due));
    return new Map(outcomes.map(({ debit, to, code }) => [debit.id, [to, code ?? null]]));
  }

  /** Notifies the payers of refusals, and open pages of all changes. */
  private announce(tx: Transaction, incoming: Incoming[]): void {
    for (const { collection, payer, code } of incoming) {
      if (code === undefined) continue;
      const { transactionId, creditor, amount } = collection;
      this.audit.recordAll(tx, {
        action: 'direct_debit.refused',
        text: 'direct_debit.refused',
        type: 'warning',
        values: { id: transactionId, code },
        userId: payer?.userId ?? null,
      });
      const isInEuros = amount.currency === payer?.currency && amount.currency === homeCurrency;
      if (!payer?.isOpen || !isInEuros || code === debitReasons.amount) continue;
      const values = { creditor: creditor.name, amount: toDecimal(amount.minor).toFixed(2), code };
      this.notifications.notify(tx, payer.userId, { type: 'warning', key: 'direct_debit_refused', values });
    }
    const users = new Set(incoming.flatMap(({ payer }) => (payer ? [payer.userId] : [])));
    this.events.emitAll(
      tx,
      [...users].map((to) => ({ to, type: 'direct_debit' as const, data: {} })),
    );
  }

  private async read(tx: Transaction, collections: Collection[]): Promise<Map<string, DebitRow>> {
    if (collections.length === 0) return new Map();
    const keys = collections.flatMap((each) =>
      bicForms(senderOf(each)).map((sender) => [sender, each.transactionId]),
    );
    const rows = await tx.rows(debitRow, stored, [keys]);
    return new Map(rows.map((row) => [keyOf(row), row]));
  }
}

/** The BIC of the creditor's bank in full, or nothing where it is not named. */
const senderOf = ({ creditor }: Collection): string =>
  creditor.bic !== undefined && /^[A-Z0-9]{8,11}$/.test(creditor.bic) ? fullBic(creditor.bic) : '';

const onceBy = (collection: Collection): string => `${senderOf(collection)} ${collection.transactionId}`;
const keyOf = ({ sender, transactionId }: DebitRow): string => `${fullBic(sender)} ${transactionId}`;

const isSame = (row: DebitRow, { endToEndId, amount, creditor, debtor }: Collection): boolean =>
  row.endToEndId === endToEndId &&
  row.amount === amount.minor &&
  row.currency === amount.currency &&
  row.creditorId === asciiOf(compactCreditorId(creditor.id)) &&
  row.debtorAccount === debtor.account;

/** The text for columns of ASCII: a refused collection may contain anything. */
const asciiOf = (text: string): string => text.replace(/[^\x20-\x7e]/g, '?').slice(0, 35);

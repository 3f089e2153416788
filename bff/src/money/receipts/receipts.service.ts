import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { type Currency, isOffered } from '@bank/contracts/currencies';
import type { SuspenseItem } from '@bank/contracts/rail-state';
import type { CreditTransfer } from '@bank/contracts/rails/credit-transfers';
import { bicForms } from '@bank/contracts/rails/parts';
import type { ReturnedPayment } from '@bank/contracts/rails/returns';
import { type Connection, Database, type Query, type Transaction } from '../../platform/database/database';
import { isoMoment, minor, rowOf, text, whole } from '../../platform/database/columns';
import { IncidentsService } from '../../platform/incidents/incidents.service';
import { Clock } from '../../platform/time/clock.service';
import type { Origin, RefusedReturn } from '../../ports/payment-rail/payment-rail';
import { settlementOf, suspenseOf } from '../ledger/bank-accounts';
import { LedgerService } from '../ledger/ledger.service';
import { legsBetween } from '../ledger/movement';
import { largestOf, namedAmount } from '../ledger/named-amount';

type Outcome = 'booked' | 'refused' | 'suspended';

/** A credit, and what became of it. */
export interface ReceivedCredit {
  credit: CreditTransfer;
  outcome: Outcome;
  /** Why it was refused (ISO 20022). */
  code?: string;
  transferId: number | null;
}

const insert = `
  INSERT INTO incoming_credits (kind, sender, transaction_id, end_to_end_id, message_id, instant, amount, currency,
    creditor_account, debtor_account, debtor_name, remittance, outcome, reason_code, transfer_id, received_at)
  VALUES`;
const find = `
  SELECT transaction_id AS transactionId, end_to_end_id AS endToEndId, reason_code AS code, amount, currency,
    creditor_account AS account, debtor_account AS debtor
  FROM incoming_credits WHERE kind = ? AND sender IN (?) AND transaction_id IN (?)`;
const decidedRow = rowOf({
  transactionId: text,
  endToEndId: text,
  code: text.nullable(),
  amount: minor,
  currency: text,
  account: text,
  debtor: text,
});
const decidedById = decidedRow
  .array()
  .transform((rows) => new Map(rows.map(({ transactionId, ...decided }) => [transactionId, decided])));

/** A credit that was decided: why it was refused (null: accepted), and what it was. */
export interface DecidedCredit {
  code: string | null;
  endToEndId: string;
  amount: bigint;
  currency: string;
  account: string;
  debtor: string;
}

const suspendedCredits = `
  SELECT id, kind, transaction_id, debtor_name, amount, currency, reason_code, received_at FROM incoming_credits
  WHERE outcome = 'suspended' ORDER BY id DESC LIMIT ?`;
const suspendedRow = rowOf({
  id: whole,
  kind: z.enum(['credit', 'return']),
  transaction_id: text,
  debtor_name: text,
  amount: minor,
  currency: text,
  reason_code: text.nullable(),
  received_at: isoMoment,
});

/** The most that a payment of the bank can have been, with a margin for what the suspense account holds already. */
const largestReturn = (currency: string) => largestOf(currency) / 4n;

/** Returns have no sender of their own: their ids are those of the clearing house. */
const clearing = 'clearing';

/** Records everything that came from other banks, by the id that it counts once by. */
@Injectable()
export class ReceiptsService {
  constructor(
    private readonly database: Database,
    private readonly ledger: LedgerService,
    private readonly incidents: IncidentsService,
    private readonly clock: Clock,
  ) {}

  /** The query of the credits that came before, by their ids. */
  earlierQuery(sender: string, ids: [string, ...string[]]): Query<typeof decidedById> {
    return [find, ['credit', bicForms(sender), ids], decidedById];
  }

  /** Records credits with what became of each, when the transaction commits. */
  recordCredits(tx: Transaction, received: ReceivedCredit[], origin: Origin): void {
    if (received.length === 0) return;
    const { sender, messageId, instant } = origin;
    const now = this.clock.now();
    const rows = received.map(({ credit, outcome, code = null, transferId }) => {
      const { transactionId, endToEndId, amount, creditor, debtor, remittance = null } = credit;
      return [
        'credit',
        sender,
        transactionId,
        endToEndId,
        messageId,
        instant,
        amount.minor,
        amount.currency,
        creditor.account,
        debtor.account,
        debtor.name,
        remittance,
        outcome,
        code,
        transferId,
        now,
      ];
    });
    tx.defer([`${insert} ?`, [rows]]);
  }

  /** The decision recorded earlier under the id of returned money. */
  async earlierReturn(tx: Transaction, { returnId }: ReturnedPayment): Promise<DecidedCredit | undefined> {
    return (await tx.rows(decidedRow, find, ['return', clearing, [returnId]]))[0];
  }

  /** Other returned money came under an id that was used: which of the two was paid is not known, so none moves. */
  async refuseReturn(
    tx: Transaction,
    { returnId, originalTransactionId, amount }: ReturnedPayment,
  ): Promise<void> {
    const params = {
      payment: originalTransactionId,
      amount: String(amount.minor),
      currency: amount.currency,
    };
    await this.incidents.open(tx, { kind: 'return_altered', subject: returnId, severity: 'high', params });
  }

  /** Opens an incident of each return of the bank that was refused: its money is booked as gone, and did not move. */
  async returnsRefused(tx: Transaction, refused: RefusedReturn[]): Promise<void> {
    for (const { transactionId, reason, returned } of refused) {
      const { returnId = transactionId, amount } = returned ?? {};
      const params = {
        payment: transactionId,
        code: reason?.code ?? '',
        ...(amount && { amount: String(amount.minor), currency: amount.currency }),
      };
      await this.incidents.open(tx, { kind: 'return_refused', subject: returnId, severity: 'high', params });
    }
  }

  /** Records returned money that went back to its payer. */
  recordReturn(tx: Transaction, returned: ReturnedPayment, account: string): Promise<void> {
    return this.record(tx, returned, { account, outcome: 'booked', transferId: null });
  }

  /**
   * Keeps returned money that belongs to no payment on the suspense account of its currency, with an incident. Money in
   * another currency than that of the payment, in one that the bank has no account in, or more than an account holds, cannot
   * have moved there: it is recorded without a booking.
   * @param paid the currency of the payment; undefined when the bank knows none
   */
  async suspendReturn(tx: Transaction, returned: ReturnedPayment, paid: Currency | undefined): Promise<void> {
    const { returnId, originalTransactionId, amount } = returned;
    const { currency, minor: sum } = amount;
    const hasMoved = (paid === undefined || paid === currency) && sum > 0n && sum <= largestReturn(currency);
    const transferId =
      hasMoved && isOffered(currency) ? await this.suspend(tx, sum, originalTransactionId, currency) : null;
    await this.record(tx, returned, { account: '', outcome: 'suspended', transferId });
    const params = {
      payment: originalTransactionId,
      amount: String(amount.minor),
      currency: amount.currency,
    };
    await this.incidents.open(tx, { kind: 'return_unknown', subject: returnId, severity: 'high', params });
  }

  /** The newest money that could not be booked. */
  async suspended(limit: number, connection: Connection = this.database): Promise<SuspenseItem[]> {
    const rows = await connection.rows(suspendedRow, suspendedCredits, [limit]);
    return rows.map((row) => ({ ...row, amount: namedAmount(row.amount, row.currency) }));
  }

  /** Books money that came from the clearing house to the suspense account; returns the transfer's id. */
  private async suspend(
    tx: Transaction,
    amount: bigint,
    description: string,
    currency: Currency,
  ): Promise<number> {
    const posting = await this.ledger.post(tx, {
      kind: 'credit',
      description: description.slice(0, 200),
      legs: legsBetween(settlementOf(currency), suspenseOf(currency), amount),
      createdBy: null,
      requestId: null,
    });
    return posting.transferId;
  }

  private async record(
    tx: Transaction,
    { returnId, originalEndToEndId, amount, reason }: ReturnedPayment,
    to: { account: string; outcome: Outcome; transferId: number | null },
  ): Promise<void> {
    const row = [
      'return',
      clearing,
      returnId,
      originalEndToEndId ?? '',
      '',
      false,
      amount.minor,
      amount.currency,
      to.account,
      '',
      '',
      null,
      to.outcome,
      reason.code,
      to.transferId,
      this.clock.now(),
    ];
    await tx.write(`${insert} ?`, [[row]]);
  }
}

import { Injectable, type OnModuleInit } from '@nestjs/common';
import { z } from 'zod';
import { decimalText } from '@bank/contracts/currencies';
import { minor, rowOf, text, whole } from '../../platform/database/columns';
import type { Transaction } from '../../platform/database/database';
import { IncidentsService } from '../../platform/incidents/incidents.service';
import { NotificationsService } from '../../people/notifications/notifications.service';
import { type ReopenedAccount, ReopenedAccounts } from '../accounts/reopened-accounts.service';
import { stripesOf, suspenseOf } from '../ledger/bank-accounts';
import { LedgerService } from '../ledger/ledger.service';
import { MoneyBack } from '../ledger/money-back.service';
import { legsBetween, type LockedAccount } from '../ledger/movement';
import { noticeOfBack } from './payment-back';
import { suspendedPayment } from './payment-money';

const broughtBack = `
  SELECT id, reference, recipient_name AS recipientName, amount, fee, stage, reason_code AS code, transfer_id AS transferId,
    fee_transfer_id AS feeTransferId
  FROM payments WHERE account_id = ? AND stage IN ('rejected', 'returned') AND transfer_id IS NOT NULL ORDER BY id`;
const paymentRow = rowOf({
  id: whole,
  reference: text,
  recipientName: text,
  amount: minor,
  fee: minor,
  stage: z.enum(['rejected', 'returned']),
  code: text,
  transferId: whole,
  feeTransferId: whole.nullable(),
});
type Payment = z.output<typeof paymentRow>;

/** The reversals of a payment and its fee to the suspense account, as far as they were not moved on. */
const waitingParts = `
  SELECT t.id, t.description, e.amount FROM transfers t JOIN entries e ON e.transfer_id = t.id AND e.account_id IN (?)
  WHERE t.reverses IN (?) AND NOT EXISTS (SELECT 1 FROM transfers r WHERE r.reverses = t.id) ORDER BY t.id`;
const partRow = rowOf({ id: whole, description: text, amount: minor });

/**
 * Money of payments that came back while their account was closed: the account gets it, once, when it is open again. An
 * incident that a person closed is settled.
 */
@Injectable()
export class SuspendedPaymentsService implements OnModuleInit {
  constructor(
    private readonly reopened: ReopenedAccounts,
    private readonly ledger: LedgerService,
    private readonly moneyBack: MoneyBack,
    private readonly incidents: IncidentsService,
    private readonly notifications: NotificationsService,
  ) {}

  onModuleInit(): void {
    this.reopened.listen((tx, account) => this.giveBack(tx, account));
  }

  private async giveBack(tx: Transaction, account: ReopenedAccount): Promise<void> {
    const { id, currency } = account;
    let locked = await this.ledger.lock(tx, [suspenseOf(currency), id]);
    const returned: [Payment, bigint][] = [];
    for (const payment of await tx.rows(paymentRow, broughtBack, [id])) {
      if (!(await this.incidents.isOpen(tx, suspendedPayment, payment.reference))) continue;
      const { accounts, amount } = await this.move(tx, account, locked, payment);
      locked = accounts;
      if (amount > 0n) returned.push([payment, amount]);
    }
    // Those who listen may lock the account again, with its new balance.
    for (const [payment, amount] of returned) await this.announce(tx, account, payment, amount);
  }

  /** Moves what waits of a payment to its account, and returns its amount with the accounts as they then are. */
  private async move(
    tx: Transaction,
    { id, currency }: ReopenedAccount,
    locked: Map<number, LockedAccount>,
    { transferId, feeTransferId }: Payment,
  ): Promise<{ accounts: Map<number, LockedAccount>; amount: bigint }> {
    const suspense = suspenseOf(currency);
    const sent = [transferId, ...(feeTransferId === null ? [] : [feeTransferId])];
    const parts = await tx.rows(partRow, waitingParts, [stripesOf(suspense), sent]);
    const movements = parts.map(({ id: reverses, description, amount }) => ({
      kind: 'reversal' as const,
      description,
      legs: legsBetween(suspense, id, amount),
      createdBy: null,
      requestId: null,
      reverses,
    }));
    const { accounts } = await this.ledger.appendEach(tx, locked, movements);
    return { accounts, amount: parts.reduce((sum, part) => sum + part.amount, 0n) };
  }

  private async announce(
    tx: Transaction,
    { id: accountId, userId, currency }: ReopenedAccount,
    payment: Payment,
    amount: bigint,
  ): Promise<void> {
    const { id, reference, recipientName, stage, code } = payment;
    await this.incidents.recover(tx, suspendedPayment, reference, 0);
    await this.moneyBack.notify(tx, { of: 'payment', id, accountId, amount });
    const { key, values } = noticeOfBack({ ...payment, currency, isOpen: true }, { stage, amount, code });
    const paid = { amount: decimalText(payment.amount, currency), currency };
    const news = { ...paid, recipient: recipientName, reference, ...values };
    this.notifications.notify(tx, userId, { type: 'transaction', key, values: news });
  }
}

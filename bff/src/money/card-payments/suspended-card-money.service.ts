import { Injectable, type OnModuleInit } from '@nestjs/common';
import { z } from 'zod';
import { minor, rowOf, text, whole } from '../../platform/database/columns';
import type { Transaction } from '../../platform/database/database';
import { IncidentsService } from '../../platform/incidents/incidents.service';
import { type ReopenedAccount, ReopenedAccounts } from '../accounts/reopened-accounts.service';
import { suspenseOf } from '../ledger/bank-accounts';
import { LedgerService } from '../ledger/ledger.service';
import { MoneyBack } from '../ledger/money-back.service';
import { legsBetween } from '../ledger/movement';
import { CardNoticesService } from './card-notices.service';
import { unbookable } from './card-legs';

/** What a closed account was given, as far as it was not moved on and no person settled it. */
const waiting = `
  SELECT b.reference, b.purchase_id AS purchaseId, b.kind, b.amount, b.currency, b.worth, b.transfer_id AS transferId,
    t.description, COALESCE(p.merchant_name, '') AS merchantName
  FROM card_bookings b JOIN transfers t ON t.id = b.transfer_id JOIN card_purchases p ON p.id = b.purchase_id
  WHERE b.account_id = ? AND b.kind IN ('refund', 'chargeback')
    AND EXISTS (SELECT 1 FROM incidents i WHERE i.kind = '${unbookable}' AND i.open_subject = b.reference)
    AND NOT EXISTS (SELECT 1 FROM transfers r WHERE r.reverses = b.transfer_id)
  ORDER BY b.id`;
const waitingRow = rowOf({
  reference: text,
  purchaseId: whole,
  kind: z.enum(['refund', 'chargeback']),
  amount: minor,
  currency: text,
  worth: minor,
  transferId: whole,
  description: text,
  merchantName: text,
});
type Waiting = z.output<typeof waitingRow>;

const notices = { refund: 'card_refunded', chargeback: 'card_charged_back' } as const;

/**
 * Money that the card network gave back while the account was closed: the account gets it, once, when it is open again. An
 * incident that a person closed is settled.
 */
@Injectable()
export class SuspendedCardMoneyService implements OnModuleInit {
  constructor(
    private readonly reopened: ReopenedAccounts,
    private readonly ledger: LedgerService,
    private readonly moneyBack: MoneyBack,
    private readonly incidents: IncidentsService,
    private readonly notices: CardNoticesService,
  ) {}

  onModuleInit(): void {
    this.reopened.listen((tx, account) => this.giveBack(tx, account));
  }

  private async giveBack(tx: Transaction, account: ReopenedAccount): Promise<void> {
    const { id, currency } = account;
    const found = await tx.rows(waitingRow, waiting, [id]);
    if (found.length === 0) return;
    const suspense = suspenseOf(currency);
    const movements = found.map(({ description, worth, transferId }) => ({
      kind: 'reversal' as const,
      description,
      legs: legsBetween(suspense, id, worth),
      createdBy: null,
      requestId: null,
      reverses: transferId,
    }));
    const locked = await this.ledger.lock(tx, [suspense, id]);
    const { transfers } = await this.ledger.appendEach(tx, locked, movements);
    const references = found.map(({ reference }) => reference);
    await this.incidents.recoverAll(tx, unbookable, references);
    for (const [at, money] of found.entries()) {
      await this.announce(tx, account, money, transfers[at]?.reference ?? '');
    }
  }

  /** Those who listen may lock the account again, with its new balance. */
  private async announce(
    tx: Transaction,
    { id: accountId, userId }: ReopenedAccount,
    { purchaseId, kind, amount, currency, worth, merchantName }: Waiting,
    reference: string,
  ): Promise<void> {
    await this.moneyBack.notify(tx, { of: 'purchase', id: purchaseId, accountId, amount: worth });
    const use = { userId, purchaseId, merchantName, amount: { minor: amount, currency } };
    this.notices.booked(tx, use, notices[kind], reference);
  }
}

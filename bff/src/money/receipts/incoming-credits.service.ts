import { Injectable, type OnModuleInit } from '@nestjs/common';
import { largestMinor, toDecimal } from '@bank/contracts/money';
import type { CreditTransfer } from '@bank/contracts/rails/credit-transfers';
import { AuditService } from '../../platform/audit/audit.service';
import { flag, rowOf, text, whole } from '../../platform/database/columns';
import type { Transaction } from '../../platform/database/database';
import { RandomSource } from '../../platform/security/random-source.service';
import { NotificationsService } from '../../people/notifications/notifications.service';
import { type Decision, type Origin, PaymentRail } from '../../ports/payment-rail/payment-rail';
import { bankAccounts } from '../ledger/bank-accounts';
import { LedgerService } from '../ledger/ledger.service';
import { legsBetween } from '../ledger/movement';
import { ReceiptsService } from './receipts.service';

const accountsByIban = `
  SELECT a.id, a.iban, a.currency, a.user_id AS userId, u.deleted_at IS NULL AS isOpen
  FROM accounts a JOIN users u ON u.id = a.user_id WHERE a.iban IN (?)`;
const accountRow = rowOf({ id: whole, iban: text, currency: text, userId: whole, isOpen: flag });
type Account = ReturnType<typeof accountRow.parse>;

/** Why a credit is not booked (ISO 20022 external codes). */
const reasons = {
  unknown: 'AC01',
  closed: 'AC04',
  currency: 'AM03',
  amount: 'AM02',
  nothing: 'AM01',
} as const;

/** Credits of other banks' customers to ours. */
@Injectable()
export class IncomingCreditsService implements OnModuleInit {
  constructor(
    private readonly rail: PaymentRail,
    private readonly receipts: ReceiptsService,
    private readonly ledger: LedgerService,
    private readonly notifications: NotificationsService,
    private readonly audit: AuditService,
    private readonly random: RandomSource,
  ) {}

  onModuleInit(): void {
    this.rail.listen({ credits: (tx, credits, origin) => this.take(tx, credits, origin) });
  }

  /**
   * Books each credit once by its sender and transaction id; one that came before gets its earlier decision. Refused
   * instant credits are refused in the answer; others have arrived, and go back with a return.
   */
  async take(tx: Transaction, credits: CreditTransfer[], origin: Origin): Promise<Decision[]> {
    const ids = credits.map(({ transactionId }) => transactionId);
    const decided = await this.receipts.earlier(tx, origin.sender, ids);
    const accounts = await this.accountsOf(tx, credits);
    const decisions: Decision[] = [];
    for (const credit of credits) {
      const { transactionId, endToEndId } = credit;
      const code = decided.has(transactionId)
        ? (decided.get(transactionId) ?? null)
        : await this.takeOne(tx, credit, origin, accounts.get(credit.creditor.account));
      decided.set(transactionId, code);
      decisions.push({ transactionId, endToEndId, ...(code !== null && { reason: { code } }) });
    }
    return decisions;
  }

  /** Returns the reason code of a refusal, or null. */
  private async takeOne(
    tx: Transaction,
    credit: CreditTransfer,
    origin: Origin,
    account: Account | undefined,
  ): Promise<string | null> {
    const code = refusalOf(credit, account);
    if (code === null && account) await this.book(tx, credit, origin, account);
    else await this.refuse(tx, credit, origin, code ?? reasons.unknown);
    return code;
  }

  private async book(
    tx: Transaction,
    credit: CreditTransfer,
    origin: Origin,
    account: Account,
  ): Promise<void> {
    const { amount, debtor } = credit;
    const { transferId, reference } = await this.ledger.post(tx, {
      kind: 'credit',
      description: descriptionOf(credit),
      legs: legsBetween(bankAccounts.settlement, account.id, amount.minor),
      createdBy: null,
      requestId: null,
    });
    await this.receipts.recordCredit(tx, credit, origin, { outcome: 'booked', transferId });
    const values = { amount: toDecimal(amount.minor).toFixed(2), sender: debtor.name, reference };
    this.notifications.notify(tx, account.userId, { type: 'transaction', key: 'money_received', values });
  }

  private async refuse(tx: Transaction, credit: CreditTransfer, origin: Origin, code: string): Promise<void> {
    const { transactionId, endToEndId, amount } = credit;
    await this.receipts.recordCredit(tx, credit, origin, { outcome: 'refused', code });
    const values = { id: transactionId, code };
    await this.audit.record(tx, { action: 'credit.refused', type: 'warning', values });
    if (origin.instant) return;
    await this.passThrough(tx, credit);
    await this.rail.giveBack(tx, {
      returnId: this.random.reference('RT', 16),
      originalTransactionId: transactionId,
      originalEndToEndId: endToEndId,
      originalMessageId: origin.messageId,
      originalType: 'pacs.008.001.08',
      amount,
      reason: { code },
    });
  }

  /** The money of a credit that goes back came and left: both are booked, as the clearing house books them. */
  private async passThrough(tx: Transaction, { amount, transactionId }: CreditTransfer): Promise<void> {
    if (amount.currency !== homeCurrency || amount.minor <= 0n || amount.minor > largestMinor) return;
    const transferId = await this.receipts.suspend(tx, amount.minor, transactionId);
    await this.ledger.post(tx, {
      kind: 'reversal',
      description: transactionId,
      legs: legsBetween(bankAccounts.suspense, bankAccounts.settlement, amount.minor),
      createdBy: null,
      requestId: null,
      reverses: transferId,
    });
  }

  private async accountsOf(tx: Transaction, credits: CreditTransfer[]): Promise<Map<string, Account>> {
    const ibans = [...new Set(credits.map(({ creditor }) => creditor.account))];
    if (ibans.length === 0) return new Map();
    const rows = await tx.rows(accountRow, accountsByIban, [ibans]);
    return new Map(rows.map((row) => [row.iban, row]));
  }
}

const homeCurrency = 'EUR';

function refusalOf({ amount }: CreditTransfer, account: Account | undefined): string | null {
  if (!account) return reasons.unknown;
  if (!account.isOpen) return reasons.closed;
  if (amount.currency !== account.currency) return reasons.currency;
  if (amount.minor <= 0n) return reasons.nothing;
  return amount.minor > largestMinor / 4n ? reasons.amount : null;
}

/** What the customer reads in the list: who sent it, and what for. */
const descriptionOf = ({ debtor, remittance }: CreditTransfer): string =>
  [debtor.name, remittance].filter(Boolean).join(' · ').slice(0, 200);

import { Injectable } from '@nestjs/common';
import { isSepa } from '@bank/contracts/iban';
import { toMinor } from '@bank/contracts/money';
import type { PaymentCreated, PaymentRequest } from '@bank/contracts/payments';
import { AccountsService } from '../accounts/accounts.service';
import { AuditService } from '../../platform/audit/audit.service';
import { RandomSource } from '../../platform/security/random-source.service';
import { Clock } from '../../platform/time/clock.service';
import { ApiException } from '../../platform/errors/api-exception';
import { Idempotency } from '../../platform/http/idempotency.service';
import type { RequestContext } from '../../platform/http/request-context';
import { flag, moment, rowOf, whole } from '../../platform/database/columns';
import { EventsService } from '../../platform/events/events.service';
import { HoldsService } from '../ledger/holds.service';
import { LedgerService } from '../ledger/ledger.service';
import { balanceEvents } from '../ledger/live-balance';
import { keepWithinLimits, outgoingToday, outgoingTotals } from '../ledger/outgoing-limits';
import { scoreRisk, type RiskScore } from './risk';
import { toPaymentDto } from './payment-response';
import type { Transaction } from '../../platform/database/database';

const dayMilliseconds = 86_400_000;
const hourMilliseconds = 3_600_000;

/** How long the amount of an undecided payment stays reserved. */
const holdDays = 30;

const insertPayment = `
  INSERT INTO payments (reference, account_id, amount, currency, recipient_account, recipient_name, payment_method,
    description, risk_score, risk_reasons, created_by, request_id, created_at)
  VALUES (?)`;

/** Facts for the risk score, in one statement over the index of the account's payments. */
const riskFacts = `
  SELECT a.created_at AS openedAt,
    EXISTS (SELECT 1 FROM payments k
      WHERE k.account_id = a.id AND k.recipient_account = ? AND k.status = 'completed') AS known,
    (SELECT COUNT(*) FROM payments r WHERE r.account_id = a.id AND r.created_at > ?) AS recent,
    EXISTS (SELECT 1 FROM accounts own WHERE own.iban = ?) AS inside
  FROM accounts a WHERE a.id = ?`;

const factsRow = rowOf({ openedAt: moment, known: flag, recent: whole, inside: flag });

/** Who orders a payment, and in which request. */
export interface OrderedBy {
  userId: number;
  requestId: string | null;
}

/** Customers' orders of payments to other banks. */
@Injectable()
export class PaymentOrdersService {
  constructor(
    private readonly accounts: AccountsService,
    private readonly idempotency: Idempotency,
    private readonly ledger: LedgerService,
    private readonly holds: HoldsService,
    private readonly events: EventsService,
    private readonly audit: AuditService,
    private readonly random: RandomSource,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates a pending payment, its amount reserved on the caller's account.
   * @throws ApiException NOT_FOUND when the caller has no account, RECIPIENT_IN_THIS_BANK, TRANSFER_LIMIT_EXCEEDED,
   * LIMIT_OF_LEVEL, INSUFFICIENT_FUNDS, IDEMPOTENCY_KEY_REUSED.
   */
  create(context: RequestContext, request: PaymentRequest): Promise<PaymentCreated> {
    const by = { userId: context.actor.userId, requestId: context.requestId };
    return this.idempotency.once(context.idempotency, async (tx) => ({
      success: true,
      payment: await this.order(tx, by, request),
    }));
  }

  /** Creates a payment as part of the caller's transaction; see `create`. */
  async order(tx: Transaction, by: OrderedBy, request: PaymentRequest): Promise<PaymentCreated['payment']> {
    const now = this.clock.now();
    const amount = toMinor(request.amount);
    const accountId = await this.accounts.idOf(tx, by.userId);
    const locked = await this.ledger.lock(tx, [accountId]);
    const account = locked.get(accountId);
    const totals = await tx.one(outgoingTotals, ...outgoingToday(accountId, now));
    const international = isInternational(request);
    if (account) keepWithinLimits(account, totals, { kind: 'payment', amount, international });
    const { score, reasons } = await this.score(tx, accountId, request, now);
    const reference = this.random.reference('PAY');
    const { recipient_account, recipient_name, currency, payment_method } = request;
    const values = [
      reference,
      accountId,
      amount,
      currency,
      recipient_account,
      recipient_name,
      payment_method,
      request.description ?? recipient_name,
      score,
      JSON.stringify(reasons),
      by.userId,
      by.requestId,
      now,
    ];
    const { insertId: id } = await tx.write(insertPayment, [values]);
    const expiresAt = new Date(now.getTime() + holdDays * dayMilliseconds);
    await this.holds.place(tx, locked, { accountId, paymentId: id, amount, expiresAt });
    await this.audit.record(tx, {
      action: 'payment.created',
      type: 'info',
      text: 'payment.created',
      values: { reference, score },
      ...by,
    });
    this.events.emitAll(tx, [
      ...[...locked.values()].flatMap(balanceEvents),
      { to: by.userId, type: 'transaction', data: { reference } },
      { to: 'administrators', type: 'payment', data: { id, status: 'pending' } },
    ]);
    return toPaymentDto({
      id,
      reference,
      amount,
      currency,
      recipientAccount: recipient_account,
      paymentMethod: payment_method,
      status: 'pending',
      riskScore: String(score),
      riskReasons: reasons,
      createdAt: now,
      processedAt: null,
    });
  }

  /** @throws ApiException RECIPIENT_IN_THIS_BANK, which a transfer must be used for. */
  private async score(
    tx: Transaction,
    accountId: number,
    { recipient_account, amount }: PaymentRequest,
    now: Date,
  ): Promise<RiskScore> {
    const anHourAgo = new Date(now.getTime() - hourMilliseconds);
    const values = [recipient_account, anHourAgo, recipient_account, accountId];
    const { openedAt, known, recent, inside } = await tx.one(factsRow, riskFacts, values);
    if (inside) {
      throw new ApiException('RECIPIENT_IN_THIS_BANK', {
        fields: { recipient_account: 'RECIPIENT_IN_THIS_BANK' },
      });
    }
    return scoreRisk({
      amount,
      recipientAccount: recipient_account,
      knownRecipient: known,
      recentPayments: recent,
      accountOpenedAt: openedAt,
      now,
    });
  }
}

/** By the destination, whatever payment method was chosen. */
const isInternational = ({ payment_method, recipient_account }: PaymentRequest) =>
  payment_method === 'international_transfer' || !isSepa(recipient_account);

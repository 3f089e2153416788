import { Injectable } from '@nestjs/common';
import { isSepa } from '@bank/contracts/iban';
import { toMinor } from '@bank/contracts/money';
import { automaticScoreBelow } from '@bank/contracts/payment-settings';
import {
  type PaymentCreated,
  type PaymentRequest,
  type PaymentStage,
  plannedDaysMaximum,
} from '@bank/contracts/payments';
import { AccountsService } from '../accounts/accounts.service';
import { AuditService } from '../../platform/audit/audit.service';
import { RandomSource } from '../../platform/security/random-source.service';
import { Clock } from '../../platform/time/clock.service';
import { ApiException } from '../../platform/errors/api-exception';
import { flag, minor, moment, rowOf, whole } from '../../platform/database/columns';
import { EventsService, type LiveEvent } from '../../platform/events/events.service';
import { HoldsService } from '../ledger/holds.service';
import { LedgerService } from '../ledger/ledger.service';
import { balanceEvents } from '../ledger/live-balance';
import { keepWithinLimits, outgoingToday, outgoingTotals } from '../ledger/outgoing-limits';
import { addDays, parisDay, startOfParisDay } from '../../platform/time/paris-day';
import { recordStage } from './payment-settlement.service';
import { scoreRisk, type RiskScore } from './risk';
import { toPaymentDto } from './payment-response';
import type { Transaction } from '../../platform/database/database';

const dayMilliseconds = 86_400_000;
const hourMilliseconds = 3_600_000;

/** How long the amount of an undecided payment stays reserved. */
const holdDays = 30;

const insertPayment = `
  INSERT INTO payments (reference, account_id, amount, currency, recipient_account, recipient_name, payment_method,
    description, risk_score, risk_reasons, created_by, request_id, created_at, stage, decided_by, queued_at, charges,
    execution_day, end_to_end_id)
  VALUES (?)`;

/** Facts for the risk score, in one statement over the index of the account's payments. */
const riskFacts = `
  SELECT a.created_at AS openedAt,
    EXISTS (SELECT 1 FROM payments k
      WHERE k.account_id = a.id AND k.recipient_account = ? AND k.status = 'completed') AS known,
    (SELECT COUNT(*) FROM payments r WHERE r.account_id = a.id AND r.created_at > ?) AS recent,
    (SELECT COALESCE(SUM(g.amount), 0) FROM payments g
      WHERE g.account_id = a.id AND g.created_at > ? AND g.recipient_account = ? AND g.decided_by = 'rules'
        AND g.status <> 'failed') AS letGo,
    EXISTS (SELECT 1 FROM accounts own WHERE own.iban = ?) AS inside, u.kyc_status = 'approved' AS verified
  FROM accounts a JOIN users u ON u.id = a.user_id WHERE a.id = ?`;

const factsRow = rowOf({
  openedAt: moment,
  known: flag,
  recent: whole,
  letGo: minor,
  inside: flag,
  verified: flag,
});

/** Who orders a payment, and in which request. */
export interface OrderedBy {
  userId: number;
  requestId: string | null;
}

@Injectable()
export class PaymentOrdersService {
  constructor(
    private readonly accounts: AccountsService,
    private readonly ledger: LedgerService,
    private readonly holds: HoldsService,
    private readonly events: EventsService,
    private readonly audit: AuditService,
    private readonly random: RandomSource,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates a payment as part of the caller's transaction, its amount reserved on the account of who orders it.
   * @param automaticLimit in euros: what the rules may let go to one recipient within 24 hours.
   * @throws ApiException NOT_FOUND when the caller has no account, RECIPIENT_IN_THIS_BANK, TRANSFER_LIMIT_EXCEEDED,
   * LIMIT_OF_LEVEL, INSUFFICIENT_FUNDS, INVALID_FIELDS.
   */
  async order(
    tx: Transaction,
    by: OrderedBy,
    request: PaymentRequest,
    automaticLimit: number,
  ): Promise<PaymentCreated['payment']> {
    const now = this.clock.now();
    const amount = toMinor(request.amount);
    const executionDay = plannedDay(request, now);
    const accountId = await this.accounts.idOf(tx, by.userId);
    const locked = await this.ledger.lock(tx, [accountId]);
    const account = locked.get(accountId);
    const totals = await tx.one(outgoingTotals, ...outgoingToday(accountId, now));
    const international = isInternational(request);
    if (account) keepWithinLimits(account, totals, { kind: 'payment', amount, international });
    const scored = await this.score(tx, accountId, request, now);
    // Together with the day before, so that an amount above the limit does not leave in parts.
    const isWithinLimit = scored.letGo + amount <= toMinor(automaticLimit);
    const isLetGo = scored.isVerified && scored.score < automaticScoreBelow && isWithinLimit;
    const stage = !isLetGo ? 'awaiting_approval' : executionDay === null ? 'queued' : 'scheduled';
    const payment: NewPayment = {
      reference: this.random.reference('PAY'),
      amount,
      stage,
      decidedBy: isLetGo ? 'rules' : null,
      executionDay,
      risk: scored,
      createdAt: now,
    };
    const id = await this.insert(tx, accountId, by, { request, payment });
    const from = Math.max(now.getTime(), executionDay === null ? 0 : startOfParisDay(executionDay).getTime());
    const expiresAt = new Date(from + holdDays * dayMilliseconds);
    await this.holds.place(tx, locked, { accountId, paymentId: id, amount, expiresAt });
    await this.publishAndAudit(tx, { id, ...payment }, by, [...locked.values()].flatMap(balanceEvents));
    return toPaymentDto({
      ...payment,
      id,
      currency: request.currency,
      recipientAccount: request.recipient_account,
      paymentMethod: request.payment_method,
      status: 'pending',
      riskScore: String(scored.score),
      riskReasons: scored.reasons,
      processedAt: null,
      charges: request.charges ?? null,
      fee: 0n,
      endToEndId: request.end_to_end_id ?? null,
    });
  }

  private async insert(
    tx: Transaction,
    accountId: number,
    by: OrderedBy,
    { request, payment }: { request: PaymentRequest; payment: NewPayment },
  ): Promise<number> {
    const { recipient_account, recipient_name, currency, payment_method, description } = request;
    const { reference, amount, stage, decidedBy, executionDay, risk, createdAt } = payment;
    const { insertId } = await tx.write(insertPayment, [
      [
        ...[reference, accountId, amount, currency, recipient_account, recipient_name, payment_method],
        ...[description ?? recipient_name, risk.score, JSON.stringify(risk.reasons)],
        ...[by.userId, by.requestId, createdAt, stage, decidedBy, stage === 'queued' ? createdAt : null],
        ...[request.charges ?? null, executionDay, request.end_to_end_id ?? null],
      ],
    ]);
    await recordStage(tx, { paymentId: insertId, stage, at: createdAt });
    return insertId;
  }

  private async publishAndAudit(
    tx: Transaction,
    { id, reference, risk, decidedBy }: NewPayment & { id: number },
    by: OrderedBy,
    balances: LiveEvent[],
  ): Promise<void> {
    await this.audit.record(tx, {
      action: decidedBy === 'rules' ? 'payment.let_go' : 'payment.created',
      type: 'info',
      values: { reference, score: risk.score },
      ...by,
    });
    this.events.emitAll(tx, [
      ...balances,
      { to: by.userId, type: 'transaction', data: { reference } },
      { to: 'administrators', type: 'payment', data: { id, status: 'pending' } },
    ]);
  }

  /** @throws ApiException RECIPIENT_IN_THIS_BANK, which a transfer must be used for. */
  private async score(
    tx: Transaction,
    accountId: number,
    { recipient_account, amount }: PaymentRequest,
    now: Date,
  ): Promise<Scored> {
    const anHourAgo = new Date(now.getTime() - hourMilliseconds);
    const aDayAgo = new Date(now.getTime() - dayMilliseconds);
    const values = [recipient_account, anHourAgo, aDayAgo, recipient_account, recipient_account, accountId];
    const facts = await tx.one(factsRow, riskFacts, values);
    if (facts.inside) {
      throw new ApiException('RECIPIENT_IN_THIS_BANK', {
        fields: { recipient_account: 'RECIPIENT_IN_THIS_BANK' },
      });
    }
    const scored = scoreRisk({
      amount,
      recipientAccount: recipient_account,
      knownRecipient: facts.known,
      recentPayments: facts.recent,
      accountOpenedAt: facts.openedAt,
      now,
    });
    return { ...scored, isVerified: facts.verified, letGo: facts.letGo };
  }
}

interface Scored extends RiskScore {
  isVerified: boolean;
  /** What the rules let go from the account to the recipient in the last 24 hours, in minor units. */
  letGo: bigint;
}

/** What the bank decides of an order. */
interface NewPayment {
  reference: string;
  amount: bigint;
  stage: PaymentStage;
  decidedBy: 'rules' | null;
  executionDay: string | null;
  risk: RiskScore;
  createdAt: Date;
}

/**
 * The Paris day of a planned payment; null for one that leaves as soon as possible, today included.
 * @throws ApiException INVALID_FIELDS for a day that is over, or too far ahead.
 */
function plannedDay({ execution_date: day }: PaymentRequest, now: Date): string | null {
  const today = parisDay(now);
  if (day === undefined || day === today) return null;
  if (day < today || day > addDays(today, plannedDaysMaximum)) {
    throw new ApiException('INVALID_FIELDS', { fields: { execution_date: 'EXECUTION_DATE' } });
  }
  return day;
}

/** By the destination, whatever payment method was chosen. */
const isInternational = ({ payment_method, recipient_account }: PaymentRequest) =>
  payment_method === 'international_transfer' || !isSepa(recipient_account);

import { Injectable } from '@nestjs/common';
import type { QueryRunner } from 'typeorm';
import { isSepa } from '@bank/contracts/iban';
import { toMinor } from '@bank/contracts/money';
import type { PaymentCreated, PaymentRequest } from '@bank/contracts/payments';
import { AccountsService } from '../accounts/accounts.service';
import { AuditService } from '../audit/audit.service';
import type { Actor } from '../common/actor';
import type { Call } from '../common/call';
import { Chance } from '../common/chance';
import { Clock } from '../common/clock';
import { Failure } from '../common/failure';
import { Idempotency, type KeyedCall } from '../common/idempotency';
import { wholeNumber } from '../common/money-column';
import { send } from '../common/statements';
import { EventsService } from '../events/events.service';
import { HoldsService } from '../ledger/holds.service';
import { LedgerService } from '../ledger/ledger.service';
import { balanceEvents } from '../ledger/live-balance';
import { givenOutToday, keepWithinLimits, type GivenOutRows } from '../ledger/outgoing-limits';
import { scoreRisk, type RiskScore } from './risk';
import { wirePayment } from './wire-payment';

const dayMilliseconds = 86_400_000;
const hourMilliseconds = 3_600_000;

/** How long an amount stays reserved for a payment that nobody decides. */
const holdDays = 30;

const insertPayment = `
  INSERT INTO payments (reference, account_id, amount, currency, recipient_account, recipient_name, payment_method,
    description, risk_score, risk_reasons, created_by, request_id, created_at)
  VALUES (?)`;

/** What the server knows by itself; one statement, over the index of the account's payments. */
const riskFacts = `
  SELECT a.created_at AS opened_at,
    EXISTS (SELECT 1 FROM payments k
      WHERE k.account_id = a.id AND k.recipient_account = ? AND k.status = 'completed') AS known,
    (SELECT COUNT(*) FROM payments r WHERE r.account_id = a.id AND r.created_at > ?) AS recent,
    EXISTS (SELECT 1 FROM accounts own WHERE own.iban = ?) AS inside
  FROM accounts a WHERE a.id = ?`;

interface FactsRow {
  opened_at: Date;
  known: number | string;
  recent: number | string;
  inside: number | string;
}

/** What a payment needs to know of who made it. */
export interface OrderedBy {
  userId: number;
  requestId: string | null;
}

/** Payments to the outside, as customers make them. */
@Injectable()
export class PaymentOrdersService {
  constructor(
    private readonly accounts: AccountsService,
    private readonly idempotency: Idempotency,
    private readonly ledger: LedgerService,
    private readonly holds: HoldsService,
    private readonly events: EventsService,
    private readonly audit: AuditService,
    private readonly chance: Chance,
    private readonly clock: Clock,
  ) {}

  /**
   * Makes a payment, pending, with its amount reserved on the caller's account.
   * @throws Failure NOT_FOUND when the caller has no account, RECIPIENT_IN_THIS_BANK, TRANSFER_LIMIT_EXCEEDED,
   * LIMIT_OF_LEVEL, INSUFFICIENT_FUNDS, IDEMPOTENCY_KEY_REUSED.
   */
  create(actor: Actor, request: PaymentRequest, keyed: KeyedCall, call: Call): Promise<PaymentCreated> {
    return this.idempotency.once(keyed, async (runner) => ({
      success: true,
      payment: await this.order(runner, { userId: actor.userId, requestId: call.requestId }, request),
    }));
  }

  /** Makes a payment as part of the caller's transaction; see `create`. */
  async order(
    runner: QueryRunner,
    by: OrderedBy,
    request: PaymentRequest,
  ): Promise<PaymentCreated['payment']> {
    const now = this.clock.now();
    const amount = toMinor(request.amount);
    const accountId = await this.accounts.idOf(runner, by.userId);
    const locked = await this.ledger.lock(runner, [accountId]);
    const account = locked.get(accountId);
    const given = await send<GivenOutRows>(runner, ...givenOutToday(accountId, now));
    const international = isInternational(request);
    if (account) keepWithinLimits(account, given, { kind: 'payment', amount, international });
    const { score, reasons } = await this.score(runner, accountId, request, now);
    const reference = this.chance.reference('PAY');
    const { recipient_account, recipient_name, currency, payment_method } = request;
    const inserted = (await runner.query(insertPayment, [
      [
        ...[reference, accountId, amount, currency, recipient_account, recipient_name, payment_method],
        ...[
          request.description ?? recipient_name,
          score,
          JSON.stringify(reasons),
          by.userId,
          by.requestId,
          now,
        ],
      ],
    ])) as { insertId: number | string };
    const id = wholeNumber(inserted.insertId);
    const expiresAt = new Date(now.getTime() + holdDays * dayMilliseconds);
    await this.holds.place(runner, locked, { accountId, paymentId: id, amount, expiresAt });
    await this.audit.record(runner, {
      action: 'payment.created',
      type: 'info',
      message: `Paiement ${reference} en attente, risque ${score}/10.`,
      ...by,
    });
    this.events.emitAll(runner, [
      ...[...locked.values()].flatMap(balanceEvents),
      { to: by.userId, type: 'transaction', data: { reference } },
      { to: 'administrators', type: 'payment', data: { id, status: 'pending' } },
    ]);
    return wirePayment({
      ...{ id, reference, accountId, amount, currency },
      ...{ recipientAccount: recipient_account, paymentMethod: payment_method, status: 'pending' },
      ...{ riskScore: String(score), riskReasons: reasons, createdAt: now, processedAt: null },
    });
  }

  /** @throws Failure RECIPIENT_IN_THIS_BANK: such money does not go outside. */
  private async score(
    runner: QueryRunner,
    accountId: number,
    { recipient_account, amount }: PaymentRequest,
    now: Date,
  ): Promise<RiskScore> {
    const anHourAgo = new Date(now.getTime() - hourMilliseconds);
    const [row] = (await runner.query(riskFacts, [
      ...[recipient_account, anHourAgo, recipient_account, accountId],
    ])) as [FactsRow];
    if (Number(row.inside)) {
      throw new Failure('RECIPIENT_IN_THIS_BANK', {
        fields: { recipient_account: 'RECIPIENT_IN_THIS_BANK' },
      });
    }
    return scoreRisk({
      amount,
      recipientAccount: recipient_account,
      knownRecipient: Boolean(Number(row.known)),
      recentPayments: wholeNumber(row.recent),
      accountOpenedAt: row.opened_at,
      now,
    });
  }
}

/** By where the money goes, whatever the person calls it. */
const isInternational = ({ payment_method, recipient_account }: PaymentRequest) =>
  payment_method === 'international_transfer' || !isSepa(recipient_account);

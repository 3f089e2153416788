import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type Currency, homeCurrency } from '@bank/contracts/currencies';
import { ibanCountry } from '@bank/contracts/iban';
import { toDecimal, toMinor } from '@bank/contracts/money';
import { automaticScoreBelow } from '@bank/contracts/payment-settings';
import type { PaymentCreated } from '@bank/contracts/payments';
import { AccountsService } from '../accounts/accounts.service';
import { AuditService } from '../../platform/audit/audit.service';
import { isCheckViolation } from '../../platform/database/database-error';
import { RandomSource } from '../../platform/security/random-source.service';
import { Clock } from '../../platform/time/clock.service';
import { ApiException } from '../../platform/errors/api-exception';
import { idRow } from '../../platform/database/columns';
import { EventsService, type LiveEvent } from '../../platform/events/events.service';
import { HoldsService } from '../ledger/holds.service';
import { LedgerService } from '../ledger/ledger.service';
import { balanceEvents } from '../ledger/live-balance';
import type { LockedAccount } from '../ledger/movement';
import { keepWithinLimits, outgoingToday, outgoingTotals } from '../ledger/outgoing-limits';
import { refuseUnserved } from '../payees/address-book.service';
import { dayMs } from '../../platform/time/durations';
import { parisDay, startOfParisDay } from '../../platform/time/paris-day';
import { BankCases } from '../../people/cases/bank-cases.service';
import { ScreeningService } from '../../people/screening/screening.service';
import { chargesOf, isInternational, isInternationalTransfer, plannedDay, refuseOwn } from './order-terms';
import { type OrderCost, PaymentCostsService } from './payment-costs.service';
import type { NewPayment, OrderedBy, PayeeOrder, Payer, Scored } from './payment-order';
import type { JudgeOrder } from './payment-rules.service';
import type { OutsideIncome } from '../ledger/outside-credits';
import { OutsideIncomeService } from '../receipts/outside-income.service';
import { openHold, recordFindings } from './payment-findings';
import { recordStage } from './payment-stages';
import { scoreRisk } from './risk';
import { factsOf, factsRow } from './risk-facts';
import { asPayer, toPaymentDto } from './payment-response';
import type { Transaction } from '../../platform/database/database';

/** How long the amount of an undecided payment stays reserved. */
const holdDays = 30;

const insertPayment = `
  INSERT INTO payments (reference, account_id, amount, currency, recipient_account, recipient_name, payment_method,
    description, risk_score, risk_reasons, created_by, request_id, created_at, stage, decided_by, queued_at, charges,
    execution_day, end_to_end_id, fee, worth, limit_account_id, uetr, recipient_country, recipient_bic,
    recipient_clearing_code, recipient_address)
  VALUES (?)`;

const accountIn = 'SELECT id FROM accounts WHERE user_id = ? AND currency = ? AND closed_at IS NULL';

@Injectable()
export class PaymentOrdersService {
  constructor(
    private readonly accounts: AccountsService,
    private readonly ledger: LedgerService,
    private readonly holds: HoldsService,
    private readonly events: EventsService,
    private readonly audit: AuditService,
    private readonly costs: PaymentCostsService,
    private readonly income: OutsideIncomeService,
    private readonly screening: ScreeningService,
    private readonly cases: BankCases,
    private readonly random: RandomSource,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates a payment as part of the caller's transaction, its amount and its fee reserved on the account of who orders it
   * in the payment's currency. Limits are those of the account in euros: another currency counts by its worth of the day.
   * @param automaticLimit in euros: what the rules may let go to one recipient within 24 hours.
   * @param judge the rules over it, asked once the accounts are locked.
   * @throws ApiException NOT_FOUND when the caller has no account, ACCOUNT_MISSING without one in the currency,
   * RECIPIENT_IN_THIS_BANK, COUNTRY_NOT_SERVED, TRANSFER_LIMIT_EXCEEDED, LIMIT_OF_LEVEL, INSUFFICIENT_FUNDS,
   * INVALID_FIELDS, and what `PaymentCostsService.of`, `ScreeningService.find` and the judge throw.
   */
  async order(
    tx: Transaction,
    by: OrderedBy,
    request: PayeeOrder,
    { automaticLimit, judge }: { automaticLimit: number; judge: JudgeOrder },
  ): Promise<PaymentCreated['payment']> {
    const now = this.clock.now();
    const executionDay = plannedDay(request, now);
    const country = request.payee?.country ?? ibanCountry(request.recipient_account);
    refuseUnserved('recipient_account', country);
    refuseOwn(request);
    const cost = await this.costOf(tx, request, country);
    const from = await this.payerOf(tx, by.userId, request.currency);
    // Before the accounts are locked, since a long list takes a while.
    const findings = this.screening.find(request.recipient_name, country);
    const locked = await this.lockWithin(tx, from, request, { ...cost, isPayout: by.isPayout }, now);
    const scored = await this.score(tx, from.homeId, request, cost, { now, executionDay });
    const worth = cost.worth ?? toMinor(request.amount);
    // With the day before, and all that leaves about its day: an amount above the limit does not leave in parts.
    // An amount of another currency may be worth nothing, which is within no limit of 0.
    const isWithinLimit = automaticLimit > 0 && scored.letGo + worth <= toMinor(automaticLimit);
    const isUsual = scored.isVerified && scored.score < automaticScoreBelow;
    const found = {
      score: scored.score,
      worth: toDecimal(worth),
      ...incomeFacts(await this.income.ofOne(tx, by.userId, locked.get(from.homeId))),
      country,
      sanctions: findings.length,
    };
    const verdict = await judge(tx, found);
    const isLetGo = isUsual && isWithinLimit && findings.length === 0 && !verdict.isHeld;
    const stage = !isLetGo ? 'awaiting_approval' : executionDay === null ? 'queued' : 'scheduled';
    const payment: NewPayment = {
      reference: this.random.reference('PAY'),
      amount: toMinor(request.amount, request.currency),
      ...cost,
      stage,
      decidedBy: isLetGo ? 'rules' : null,
      executionDay,
      createdAt: now,
      country,
      findings,
      risk: findings.length === 0 ? scored : { ...scored, reasons: ['sanctions', ...scored.reasons] },
      uetr: isInternationalTransfer(request) ? randomUUID() : null,
    };
    const id = await this.insert(tx, from, by, { request, payment });
    if (findings.length > 0) {
      const { recipient_name: recipientName, currency } = request;
      await openHold(
        tx,
        this.cases,
        { ...payment, id, ownerId: by.userId, recipientName, currency },
        findings,
      );
    }
    await this.reserve(tx, locked, { ...payment, id, accountId: from.accountId });
    await verdict.keep({ id, reference: payment.reference });
    await this.publishAndAudit(tx, { id, ...payment }, by, [...locked.values()].flatMap(balanceEvents));
    return toCreatedDto(id, request, payment);
  }

  /** The fee of an international transfer; of a SEPA transfer none. */
  private costOf(tx: Transaction, request: PayeeOrder, country: string): Promise<OrderCost> | OrderCost {
    if (!isInternationalTransfer(request)) return { fee: 0n, worth: null };
    const { amount, currency, charges = 'SHA' } = request;
    return this.costs.of(tx, toMinor(amount, currency), { country, charges, currency });
  }

  /** The account that pays, and that in euros, whose limits hold. */
  private async payerOf(tx: Transaction, userId: number, currency: Currency): Promise<Payer> {
    const homeId = await this.accounts.idOf(tx, userId);
    if (currency === homeCurrency) return { homeId, accountId: homeId };
    const account = await tx.row(idRow, accountIn, [userId, currency]);
    if (!account) throw new ApiException('ACCOUNT_MISSING', { fields: { currency: 'ACCOUNT_MISSING' } });
    return { homeId, accountId: account.id };
  }

  /** Locks the payer's accounts, and checks the limits with all that was ordered today. */
  private async lockWithin(
    tx: Transaction,
    { homeId, accountId }: Payer,
    request: PayeeOrder,
    { worth, isPayout }: OrderCost & Pick<OrderedBy, 'isPayout'>,
    now: Date,
  ): Promise<Map<number, LockedAccount>> {
    const locked = await this.ledger.lock(tx, [homeId, accountId]);
    if (isPayout) return locked;
    const totals = await tx.one(outgoingTotals, ...outgoingToday(homeId, now));
    const amount = worth ?? toMinor(request.amount);
    const home = locked.get(homeId);
    if (home)
      keepWithinLimits(home, totals, { kind: 'payment', amount, international: isInternational(request) });
    return locked;
  }

  private async reserve(
    tx: Transaction,
    locked: Map<number, LockedAccount>,
    { id, accountId, amount, fee, executionDay, createdAt }: NewPayment & { id: number; accountId: number },
  ): Promise<void> {
    const planned = executionDay === null ? 0 : startOfParisDay(executionDay).getTime();
    const expiresAt = new Date(Math.max(createdAt.getTime(), planned) + holdDays * dayMs);
    const hold = { accountId, paymentId: id, amount: amount + fee, expiresAt };
    await this.holds.place(tx, locked, hold).catch((error: unknown) => {
      // Closed since it was looked up.
      throw isCheckViolation(error, 'accounts_closed') ? new ApiException('ACCOUNT_MISSING') : error;
    });
  }

  private async insert(
    tx: Transaction,
    { homeId, accountId }: Payer,
    by: OrderedBy,
    { request, payment }: { request: PayeeOrder; payment: NewPayment },
  ): Promise<number> {
    const { recipient_account, recipient_name, currency, payment_method, description, payee } = request;
    const { reference, amount, stage, decidedBy, executionDay, risk, createdAt, fee, worth, uetr } = payment;
    const address = payee?.address ? JSON.stringify(payee.address) : null;
    const { insertId } = await tx.write(insertPayment, [
      [
        reference,
        accountId,
        amount,
        currency,
        recipient_account,
        recipient_name,
        payment_method,
        description ?? recipient_name,
        risk.score,
        JSON.stringify(risk.reasons),
        by.userId,
        by.requestId,
        createdAt,
        stage,
        decidedBy,
        stage === 'queued' ? createdAt : null,
        chargesOf(request),
        executionDay,
        request.end_to_end_id ?? null,
        fee,
        worth,
        worth === null ? null : homeId,
        uetr,
        uetr === null ? null : payment.country,
        payee?.bic ?? null,
        payee?.clearing_code ?? null,
        address,
      ],
    ]);
    await recordStage(tx, { paymentId: insertId, stage, at: createdAt });
    return insertId;
  }

  private async publishAndAudit(
    tx: Transaction,
    { id, reference, risk, decidedBy, findings, createdAt }: NewPayment & { id: number },
    by: OrderedBy,
    balances: LiveEvent[],
  ): Promise<void> {
    await this.audit.record(tx, {
      action: decidedBy === 'rules' ? 'payment.let_go' : 'payment.created',
      type: 'info',
      values: { reference, score: risk.score },
      ...by,
    });
    await recordFindings(tx, this.audit, { id, reference, ownerId: by.userId }, findings, createdAt);
    this.events.emitAll(tx, [
      ...balances,
      { to: by.userId, type: 'transaction', data: { reference } },
      { to: 'administrators', type: 'payment', data: { id, status: 'pending' } },
    ]);
  }

  private async score(
    tx: Transaction,
    homeId: number,
    { recipient_account: account, amount, payee }: PayeeOrder,
    { worth }: OrderCost,
    { now, executionDay }: { now: Date; executionDay: string | null },
  ): Promise<Scored> {
    const to = { account, bic: payee?.bic ?? null, leavesOn: executionDay ?? parisDay(now) };
    const facts = await tx.one(factsRow, ...factsOf(homeId, to, now));
    const scored = scoreRisk({
      amount: worth === null ? amount : toDecimal(worth),
      country: payee?.country ?? ibanCountry(account),
      knownRecipient: facts.known,
      recentPayments: facts.recent,
      accountOpenedAt: facts.openedAt,
      now,
    });
    return { ...scored, isVerified: facts.verified, letGo: facts.letGo };
  }
}

/** Recent credits from other banks to the payer, as facts for the rules. */
const incomeFacts = ({ day, hour, senders }: OutsideIncome) => ({
  credited: toDecimal(day),
  outside: { received: toDecimal(hour), senders },
});

const toCreatedDto = (id: number, request: PayeeOrder, payment: NewPayment): PaymentCreated['payment'] =>
  toPaymentDto(
    asPayer({
      ...payment,
      id,
      currency: request.currency,
      status: 'pending',
      processedAt: null,
      recipientAccount: request.recipient_account,
      paymentMethod: request.payment_method,
      riskScore: String(payment.risk.score),
      riskReasons: payment.risk.reasons,
      charges: chargesOf(request),
      endToEndId: request.end_to_end_id ?? null,
    }),
  );

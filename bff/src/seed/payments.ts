import { toMinor } from '@bank/contracts/money';
import type { PaymentRequest } from '@bank/contracts/payment-orders';
import type { RandomSource } from '../platform/security/random-source.service';
import { unjudged } from '../money/payments/payment-rules.service';
import { expiredReason } from '@bank/contracts/stops';
import recipients from './data/recipients.json';
import { administrators, type DemoPerson, type Seeding } from './demo-person';
import type { Movements } from './movements';
import { later, timeOfDay } from './timeline';

const paymentCount = 60;
const pendingPaymentCount = 25;

const raisedLimits = { transfer_limit: 50_000, withdrawal_limit: 2_000, card_limit: 10_000 };
/** Well below the thirty days that holds last. */
const oldestPendingDays = 18;
const holdDays = 30;
/** Of settled payments: decided within three days, or expired. */
const youngestDays = { decided: 4, expired: holdDays + 4 };
const settledOver = 130;
const highRisk = 10_000;
/** The pending payment with a first approval: the oldest of high risk. */
const alreadyApproved = 13;
/** Of the customers who pay: they joined long before. */
const oldest = 45;
const refusal = 'Justificatif du bénéficiaire absent.';

type End = 'pending' | 'completed' | 'refused' | 'expired';

/** Plans the payments of marie, paul, two customers with raised limits, and others. */
export class Payments {
  constructor(
    private readonly seeding: Seeding,
    private readonly movements: Movements,
  ) {}

  plan(named: DemoPerson[], customers: DemoPerson[]): void {
    const [, marie, , paul] = named;
    const others = customers.filter(({ user, kyc }) => user.status === 'active' && kyc === 'approved');
    const wealthy = others.splice(0, 2);
    for (const person of wealthy) this.raiseLimits(person);
    for (let at = 0; at < paymentCount; at += 1) {
      const high = at % 10 === 3;
      const payer = high ? wealthy[Math.floor(at / 10) % 2] : others[(at * 2) % oldest];
      const person = at % 15 === 0 ? marie : at % 15 === 5 ? paul : payer;
      if (person) this.planOne(at, person, high);
    }
  }

  private raiseLimits(person: DemoPerson): void {
    const { tx, services, timeline } = this.seeding;
    timeline.add(later(person.joinedAt, 48), async () => {
      await services.accounts.setLimits(tx, person.accountId, raisedLimits);
      await services.audit.record(tx, {
        action: 'user.limits',
        type: 'warning',
        values: { id: person.userId, reason: 'revenus justifiés' },
        userId: administrators.sofia,
      });
    });
  }

  private planOne(at: number, person: DemoPerson, high: boolean): void {
    const { services, timeline, now } = this.seeding;
    const { random } = services;
    const end = endOf(at);
    const daysAgo = daysSince(at, end, random);
    const orderedAt = timeOfDay(now, daysAgo, random);
    const amount = high ? highRisk + 400 + 50 * random.below(300) : 25 + random.below(at % 3 ? 900 : 4_000);
    let id = 0;
    timeline.add(orderedAt, async () => {
      id = await this.order(person, { ...requestFor(at), amount });
    });
    if (high && (end === 'completed' || at === alreadyApproved)) {
      timeline.add(later(orderedAt, 2), () => this.approveFirst(id));
    }
    const hours = end === 'expired' ? holdDays * 24 : 4 + random.below(60);
    if (end !== 'pending') timeline.add(later(orderedAt, hours), () => this.settle(id, end));
  }

  private async order(person: DemoPerson, request: PaymentRequest): Promise<number> {
    const { tx, services } = this.seeding;
    await this.movements.provide(person, toMinor(request.amount));
    const { id } = await services.orders.order(tx, { userId: person.userId, requestId: null }, request, {
      automaticLimit: 0,
      judge: unjudged,
    });
    this.movements.forget();
    return id;
  }

  private async approveFirst(id: number): Promise<void> {
    const { tx, services } = this.seeding;
    const payment = await services.settlement.lockUndecided(tx, id);
    await services.settlement.approveFirst(tx, payment, {
      userId: administrators.claire,
      requestId: null,
    });
  }

  private async settle(id: number, end: Exclude<End, 'pending'>): Promise<void> {
    const { tx, services } = this.seeding;
    const { settlement } = services;
    const by = { userId: end === 'expired' ? null : administrators.sofia, requestId: null };
    const payment = await settlement.lockUndecided(tx, id);
    if (end === 'completed') {
      await settlement.approve(tx, payment, by);
      await settlement.book(tx, [payment], null);
      await settlement.settle(tx, payment, by);
    } else if (end === 'refused')
      await settlement.fail(tx, payment, { end: 'released', reason: refusal }, by);
    else await settlement.fail(tx, payment, { end, reason: expiredReason }, by);
    this.movements.forget();
  }
}

/** One in five settled payments failed, half of them by expiring. */
function endOf(at: number): End {
  if (at < pendingPaymentCount) return 'pending';
  if (at % 5 !== 4) return 'completed';
  return at % 10 === 9 ? 'expired' : 'refused';
}

function daysSince(at: number, end: End, random: RandomSource): number {
  if (end === 'pending') return 1 + (at % oldestPendingDays);
  return youngestDays[end === 'expired' ? 'expired' : 'decided'] + random.below(settledOver);
}

function requestFor(at: number): Omit<PaymentRequest, 'amount'> {
  const recipient = recipients[at % recipients.length];
  if (!recipient) throw new Error('the demonstration has no recipients');
  return {
    recipient_account: recipient.account,
    recipient_name: recipient.name,
    payment_method: recipient.method as PaymentRequest['payment_method'],
    description: recipient.description,
    currency: 'EUR',
  };
}

import { toMinor } from '@bank/contracts/money';
import type { PaymentRequest } from '@bank/contracts/payments';
import type { Chance } from '../common/chance';
import { expired } from '../payments/payment-settlement.service';
import recipients from './data/recipients.json';
import { administrators, type Life, type Seeding } from './life';
import type { Movements } from './movements';
import { later, timeOfDay } from './timeline';

export const paymentCount = 60;
export const pendingPaymentCount = 25;

const raisedLimits = { transfer_limit: 50_000, withdrawal_limit: 2_000, card_limit: 10_000 };
/** Holds last thirty days: what is pending is younger by a good margin. */
const oldestPendingDays = 18;
const holdDays = 30;
/** Of those that are settled; decided within three days, or let expire. */
const youngestDays = { decided: 4, expired: holdDays + 4 };
const settledOver = 130;
const highRisk = 10_000;
/** Which pending payment a first administrator approved: the oldest of the high ones. */
const alreadyApproved = 13;
const refusal = 'Justificatif du bénéficiaire absent.';

type End = 'pending' | 'completed' | 'refused' | 'expired';

/** Plans the payments to the outside of marie, paul, two customers who may send much, and others. */
export class Payments {
  constructor(
    private readonly seeding: Seeding,
    private readonly movements: Movements,
  ) {}

  plan(named: Life[], customers: Life[]): void {
    const [, marie, , paul] = named;
    const others = customers.filter(({ user, kyc }) => user.status === 'active' && kyc !== 'rejected');
    const wealthy = others.splice(0, 2);
    for (const life of wealthy) this.raiseLimits(life);
    for (let at = 0; at < paymentCount; at += 1) {
      const high = at % 10 === 3;
      const payer = high ? wealthy[Math.floor(at / 10) % 2] : others[(at * 2) % 90];
      const life = at % 15 === 0 ? marie : at % 15 === 5 ? paul : payer;
      if (life) this.planOne(at, life, high);
    }
  }

  private raiseLimits(life: Life): void {
    const { runner, services, timeline } = this.seeding;
    timeline.add(later(life.joinedAt, 48), async () => {
      await services.accounts.setLimits(runner, life.accountId, raisedLimits);
      await services.audit.record(runner, {
        action: 'user.limits',
        type: 'warning',
        message: `Plafonds de l’utilisateur ${life.userId} modifiés. Motif : revenus justifiés`,
        userId: administrators.sofia,
      });
    });
  }

  private planOne(at: number, life: Life, high: boolean): void {
    const { services, timeline, now } = this.seeding;
    const { chance } = services;
    const end = endOf(at);
    const daysAgo = daysSince(at, end, chance);
    const orderedAt = timeOfDay(now, daysAgo, chance);
    const amount = high ? highRisk + 400 + 50 * chance.below(300) : 25 + chance.below(at % 3 ? 900 : 4_000);
    let id = 0;
    timeline.add(orderedAt, async () => {
      id = await this.order(life, { ...requestFor(at), amount });
    });
    if (high && (end === 'completed' || at === alreadyApproved)) {
      timeline.add(later(orderedAt, 2), () => this.approveFirst(id));
    }
    const hours = end === 'expired' ? holdDays * 24 : 4 + chance.below(60);
    if (end !== 'pending') timeline.add(later(orderedAt, hours), () => this.settle(id, end));
  }

  private async order(life: Life, request: PaymentRequest): Promise<number> {
    const { runner, services } = this.seeding;
    await this.movements.provide(life, toMinor(request.amount));
    const { id } = await services.orders.order(runner, { userId: life.userId, requestId: null }, request);
    this.movements.forget();
    return id;
  }

  private async approveFirst(id: number): Promise<void> {
    const { runner, services } = this.seeding;
    const payment = await services.settlement.lock(runner, id, 'completed');
    await services.settlement.approveFirst(runner, payment, {
      userId: administrators.claire,
      requestId: null,
    });
  }

  private async settle(id: number, end: Exclude<End, 'pending'>): Promise<void> {
    const { runner, services } = this.seeding;
    const { settlement } = services;
    const by = { userId: end === 'expired' ? null : administrators.sofia, requestId: null };
    const payment = await settlement.lock(runner, id, end === 'completed' ? 'completed' : 'failed');
    if (end === 'completed') await settlement.complete(runner, payment, by);
    else if (end === 'refused')
      await settlement.fail(runner, payment, { end: 'released', reason: refusal }, by);
    else await settlement.fail(runner, payment, { end, reason: expired }, by);
    this.movements.forget();
  }
}

/** Of those that are settled one in five failed, half of them because nobody decided. */
function endOf(at: number): End {
  if (at < pendingPaymentCount) return 'pending';
  if (at % 5 !== 4) return 'completed';
  return at % 10 === 9 ? 'expired' : 'refused';
}

function daysSince(at: number, end: End, chance: Chance): number {
  if (end === 'pending') return 1 + (at % oldestPendingDays);
  return youngestDays[end === 'expired' ? 'expired' : 'decided'] + chance.below(settledOver);
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

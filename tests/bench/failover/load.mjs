import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { post } from '../rails/traffic.mjs';

/** The timeout of a call and the pause before it is repeated under its key, ms; calls that wait at once at most. */
const TIMEOUT_MS = 3_000;
const PAUSE_MS = 100;
const AT_ONCE = 200;

/**
 * @typedef {import('../bank/clients.mjs').Person & { iban: string }} Customer
 * @typedef {{ key: string, from: number, to: number, amount: number, reference?: string, refused?: string }} Order
 *
 * @typedef {object} Parties
 * @property {import('../bank/clients.mjs').Call} call through the balancer
 * @property {Customer[]} people who pay each other
 * @property {Customer[]} payers whose payments go to other banks, and who get credits
 * @property {{ iban: string, holder: string }[]} recipients at other banks
 * @property {string} world its address
 */

/**
 * Transfers, payments to other banks and credits of other banks, at an even pace until stopped. Each order is repeated under its
 * key until it has an outcome.
 * @param {Parties} parties
 * @param {{ transfers: number, payments: number, credits: number }} perSecond
 */
export function startLoad(parties, perSecond) {
  /** @type {Order[]} */
  const transfers = [];
  /** @type {{ key: string, cents: number, id?: number, refused?: string }[]} */
  const payments = [];
  /** When a transfer was acknowledged, ms. @type {number[]} */
  const acknowledged = [];
  /** Whatever the bank should never answer. @type {string[]} */
  const strange = [];
  /** @type {Set<Promise<void>>} */
  const underWay = new Set();
  let isRunning = true;
  let credits = 0;

  /** @param {string} path @param {Customer | undefined} who @param {string} key @param {object} body */
  const ordered = async (path, who, key, body) => {
    for (;;) {
      const answer = await parties
        .call('POST', path, { token: who?.token, key, body, timeoutMs: TIMEOUT_MS })
        .catch(() => undefined);
      if (answer && answer.status < 500 && answer.body.code !== 'IDEMPOTENCY_IN_PROGRESS') return answer;
      // 502 and 504 are the balancer's; of the bank's own only 503 asks to try again.
      if (answer?.status === 500) strange.push(`${path}: 500 ${answer.body.code}`);
      await sleep(PAUSE_MS);
    }
  };
  const transfer = async () => {
    const { people } = parties;
    const at = randomInt(people.length);
    const [from, to] = [people[at], people[(at + 1 + randomInt(people.length - 1)) % people.length]];
    const order = { key: randomUUID(), from: from?.id ?? 0, to: to?.id ?? 0, amount: 1 + randomInt(500) };
    transfers.push(order);
    const body = { recipient_id: order.to, amount: order.amount / 100, description: order.key };
    const { status, body: answer } = await ordered('balance/transfer', from, order.key, body);
    if (status === 201) {
      Object.assign(order, { reference: answer.reference });
      acknowledged.push(performance.now());
    } else Object.assign(order, { refused: `${status} ${answer.code}` });
  };
  const payment = async () => {
    const { payers, recipients } = parties;
    const order = { key: randomUUID(), cents: 1 + randomInt(100) };
    const to = recipients[randomInt(recipients.length)];
    const body = {
      recipient_account: to?.iban,
      recipient_name: to?.holder,
      amount: order.cents / 100,
      payment_method: randomInt(2) ? 'sepa_instant' : 'sepa_transfer',
      description: order.key.slice(0, 30),
    };
    const who = payers[payments.length % payers.length];
    payments.push(order);
    const { status, body: answer } = await ordered('paiement', who, order.key, body);
    if (status === 201) Object.assign(order, { id: answer.payment.id });
    else Object.assign(order, { refused: `${status} ${answer.code}` });
  };
  const credit = async () => {
    credits += 1;
    const who = parties.payers[credits % parties.payers.length];
    const transaction_id = `F${randomUUID().replaceAll('-', '').slice(0, 30)}`;
    const one = { iban: who?.iban, amount: (1 + (credits % 100)) / 100, transaction_id };
    const body = { instant: credits % 2 === 0, credits: [one] };
    for (;;) {
      const answer = await post(`${parties.world}/play/credits`, body).catch(() => undefined);
      if (answer && answer.status < 500) return;
      await sleep(PAUSE_MS);
    }
  };
  /** @param {() => Promise<void>} work @param {number} rate a second */
  const pace = async (work, rate) => {
    const start = performance.now();
    for (let made = 0; isRunning;) {
      if (made < ((performance.now() - start) / 1000) * rate && underWay.size < AT_ONCE) {
        made += 1;
        const done = work()
          .catch((error) => void strange.push(error.message))
          .finally(() => underWay.delete(done));
        underWay.add(done);
      } else await sleep(5);
      // What could not be sent meanwhile is not made up for at once.
      made = Math.max(made, Math.floor(((performance.now() - start) / 1000) * rate) - rate);
    }
  };
  const paced = [
    pace(transfer, perSecond.transfers),
    pace(payment, perSecond.payments),
    pace(credit, perSecond.credits),
  ];
  return {
    acknowledged,
    /** Resolves when every order has its outcome. */
    async stop() {
      isRunning = false;
      await Promise.all(paced);
      await Promise.all(underWay);
      return { transfers, payments, strange, credits };
    },
  };
}

/**
 * The longest time without an acknowledged transfer between two moments, ms.
 * @param {number[]} acknowledged @param {number} from @param {number} to
 */
export function longestGap(acknowledged, from, to) {
  const within = acknowledged.filter((at) => at > from && at < to);
  const moments = [from, ...within, to];
  return Math.max(...moments.slice(1).map((at, index) => at - (moments[index] ?? at)));
}

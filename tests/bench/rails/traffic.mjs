import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

/** How long a call may take before it is repeated, and the pause before that, ms. */
const timeoutMs = 15_000;
const pauseMs = 100;
const lanes = 24;
const creditsAtOnce = 200;
/** Every so many credits one goes to an account that no bank has. */
const unknownEvery = 100;
const unknownAccount = 'FR7630001007941234567890185';

/**
 * @typedef {import('../bank/clients.mjs').Person & { iban: string }} Customer
 * @typedef {{ iban: string, holder: string, behaviour: string }} Recipient
 * @typedef {{ key: string, cents: number, id?: number, refused?: string }} Order
 */

/**
 * Payments to other banks, each ordered under a key until it is answered.
 * @param {{ call: import('../bank/clients.mjs').Call, customers: Customer[], recipients: Recipient[],
 *   random: () => number }} bank
 * @param {number} count
 * @returns {Promise<Order[]>}
 */
export async function orderPayments({ call, customers, recipients, random }, count) {
  /** @type {Order[]} */
  const orders = [];
  const lane = async () => {
    while (orders.length < count) {
      const order = { key: randomUUID(), cents: 1 + Math.floor(random() * 100) };
      const customer = customers[orders.length % customers.length];
      const recipient = recipients[Math.floor(random() * recipients.length)];
      orders.push(order);
      const isInstant = random() < 0.5 && recipient?.behaviour !== 'silent';
      const body = {
        recipient_account: recipient?.iban,
        recipient_name: recipient?.holder,
        amount: order.cents / 100,
        payment_method: isInstant ? 'sepa_instant' : 'sepa_transfer',
        description: order.key.slice(0, 30),
      };
      const { status, body: answer } = await untilAnswered(() =>
        call('POST', 'paiement', { token: customer?.token, key: order.key, body, timeoutMs }),
      );
      if (status === 201) Object.assign(order, { id: answer.payment.id });
      else Object.assign(order, { refused: `${status} ${answer.code}` });
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return orders;
}

/**
 * Credits of the world to the customers, a message of them at a time; repeated under the same ids until it is taken.
 * @param {string} origin of the world
 * @param {Customer[]} customers
 * @param {number} count
 */
export async function sendCredits(origin, customers, count) {
  for (let sent = 0; sent < count;) {
    const credits = Array.from({ length: Math.min(creditsAtOnce, count - sent) }, (_, at) => {
      const customer = customers[(sent + at) % customers.length];
      const isUnknown = (sent + at) % unknownEvery === 0;
      return {
        iban: isUnknown ? unknownAccount : customer?.iban,
        amount: (1 + ((sent + at) % 100)) / 100,
        transaction_id: `B${randomUUID().replaceAll('-', '').slice(0, 30)}`,
      };
    });
    const instant = sent % (2 * creditsAtOnce) === 0;
    await untilAnswered(() => post(`${origin}/play/credits`, { instant, credits }));
    sent += credits.length;
  }
}

/**
 * The milliseconds from the order of each instant payment until its outcome is known, one after another.
 * @param {{ call: import('../bank/clients.mjs').Call, customers: Customer[], recipient: Recipient }} bank
 * @param {number} count
 */
export async function timeInstant({ call, customers, recipient }, count) {
  const taken = [];
  for (let at = 0; at < count; at += 1) {
    const { token } = customers[at % customers.length] ?? {};
    const body = {
      recipient_account: recipient.iban,
      recipient_name: recipient.holder,
      amount: 0.01,
      payment_method: 'sepa_instant',
      description: 'instant',
    };
    const start = performance.now();
    const made = await call('POST', 'paiement', { token, body, key: randomUUID() });
    if (made.status !== 201)
      throw new Error(`an instant payment was answered ${made.status} ${made.body.code}`);
    const { id, stage } = made.body.payment;
    if (stage !== 'queued') throw new Error(`an instant payment is ${stage}`);
    for (;;) {
      const { body: payment } = await call('GET', `user/payments/${id}`, { token });
      if (payment.stage === 'settled') break;
      await sleep(5);
    }
    taken.push(performance.now() - start);
  }
  return taken.sort((left, right) => left - right);
}

/**
 * Repeats a call until it is answered, and not by a failure of the server.
 * @param {() => Promise<{ status: number, body: any }>} call
 */
async function untilAnswered(call) {
  for (;;) {
    const answer = await call().catch(() => undefined);
    if (
      answer &&
      answer.status < 500 &&
      answer.status !== 429 &&
      answer.body?.code !== 'IDEMPOTENCY_IN_PROGRESS'
    )
      return answer;
    await sleep(pauseMs);
  }
}

/** @param {string} url @param {object} body */
export async function post(url, body) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutMs),
  });
  return { status: answer.status, body: answer.status === 204 ? null : await answer.json() };
}

import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { cents, verdict } from './history.mjs';

/** The timeout of a client, ms; some have a much shorter one. */
const patience = 3_000;
const impatience = 15;
/** How often a client repeats an order at once, before leaving it for the settlement. */
const retries = 3;
const listed = 20;
/** The longest pause of a client between two calls, ms. */
const pause = 250;

/**
 * @typedef {{ id: number, token: string }} Person
 * @typedef {ReturnType<typeof import('../http-load.mjs').caller>['call']} Call
 *
 * @typedef {object} Bank
 * @property {Call[]} calls one for each server
 * @property {Person[]} people
 * @property {Person} administrator
 * @property {import('./history.mjs').History} history
 */

const chance = (/** @type {number} */ share) => Math.random() < share;

/** @template T @param {T[]} list @returns {T} */
const oneOf = (list) => /** @type {T} */ (list[randomInt(list.length)]);

/**
 * Runs clients until the end, each for one person (several may share one), with one call at a time, on any server.
 * @param {Bank} bank
 * @param {number} count
 * @param {() => boolean} ended
 */
export async function runClients(bank, count, ended) {
  await Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const person = /** @type {Person} */ (bank.people[at % bank.people.length]);
      for (let order = 0; !ended(); order += 1) {
        if (chance(0.55)) await transfer(bank, person, `order-${at}-${order}`);
        else if (chance(0.6)) await readBalance(bank, person, oneOf(bank.calls));
        else if (chance(0.7)) await readList(bank, person, oneOf(bank.calls));
        else await readTotal(bank, oneOf(bank.calls));
        await sleep(randomInt(pause));
      }
    }),
  );
}

/**
 * One order, sometimes sent twice at once, and repeated with its key while it has no response.
 * @param {Bank} bank
 * @param {Person} person
 * @param {string} key
 */
async function transfer(bank, person, key) {
  const order = { ...newOrder(bank, person), key, attempts: [] };
  bank.history.transfers.push(order);
  const first = oneOf(bank.calls);
  const timeoutMs = chance(0.04) ? impatience : patience;
  const twin = chance(0.2) ? [send(oneOf(bank.calls), person, order, timeoutMs)] : [];
  await Promise.all([send(first, person, order, timeoutMs), ...twin]);
  for (let retry = 0; retry < retries && verdict(order) === 'unknown'; retry += 1) {
    await sleep(50 + randomInt(400));
    await send(oneOf(bank.calls), person, order, patience);
  }
}

/**
 * From a person to another: the first two mostly pay each other, so that both directions meet. One amount in eight is
 * more than the account is likely to have.
 * @param {Bank} bank
 * @param {Person} person
 */
function newOrder({ people }, person) {
  const others = people.filter((other) => other !== person);
  const pair = people.slice(0, 2);
  const to = pair.includes(person) && chance(0.7) ? pair.find((other) => other !== person) : oneOf(others);
  const amount = chance(0.125) ? randomInt(50_000, 150_000) : randomInt(1, 15_000);
  return { from: person.id, to: (to ?? oneOf(others)).id, amount };
}

/**
 * Sends an order once and records the outcome.
 * @param {Call} call
 * @param {Person} person
 * @param {import('./history.mjs').Transfer} order
 * @param {number} [timeoutMs]
 */
export async function send(call, person, { key, to, amount, attempts }, timeoutMs = patience) {
  const invoked = performance.now();
  const answer = await call('POST', 'balance/transfer', {
    token: person.token,
    key,
    timeoutMs,
    body: { recipient_id: to, amount: amount / 100, description: key },
  }).catch(withoutAnswer);
  const { status, body } = answer;
  attempts.push({
    invoked,
    returned: performance.now(),
    outcome: outcomeOf(answer),
    why: reason(answer),
    ...(status === 201 && { reference: body.reference, balance: cents(body.balance) }),
  });
}

/** @typedef {{ status: number, body: any }} Answer with the status 0 when none came */

/** @param {NodeJS.ErrnoException} error @returns {Answer} */
const withoutAnswer = ({ name, code, message }) => ({
  status: 0,
  body: { code: name === 'AbortError' ? 'time-out' : (code ?? message) },
});

/** @param {Answer} answer */
const reason = ({ status, body }) => [status || '', body?.code ?? ''].join(' ').trim();

/** @param {Answer} answer @returns {import('./history.mjs').Outcome} */
function outcomeOf({ status, body }) {
  if (status === 201) return 'ok';
  if (status === 422 && body.code === 'INSUFFICIENT_FUNDS') return 'refused';
  return status === 0 || status === 503 ? 'unknown' : 'unexpected';
}

/**
 * One read; a failed one is only counted.
 * @param {Bank} bank
 * @param {Person} person
 * @param {Call} call
 * @param {string} path
 * @returns {Promise<{ invoked: number, returned: number, body: any } | undefined>}
 */
async function read({ history }, { token }, call, path) {
  const invoked = performance.now();
  const answer = await call('GET', path, { token, timeoutMs: patience }).catch(withoutAnswer);
  if (answer.status === 200) return { invoked, returned: performance.now(), body: answer.body };
  const why = reason(answer);
  if (answer.status === 0 || answer.status === 503) {
    history.failedReads.set(why, (history.failedReads.get(why) ?? 0) + 1);
  } else history.unexpectedReads.push(`${path}: ${why}`);
  return undefined;
}

/** @param {Bank} bank @param {Person} person @param {Call} call */
export async function readBalance(bank, person, call) {
  const answer = await read(bank, person, call, 'solde');
  if (!answer) return;
  const { balance, history } = answer.body;
  bank.history.balances.push({
    person: person.id,
    invoked: answer.invoked,
    returned: answer.returned,
    balance: cents(balance.current_balance),
    previous: cents(balance.previous_balance),
    available: cents(balance.available_balance),
    today: cents(history.at(-1).balance),
  });
}

/** @param {Bank} bank @param {Person} person @param {Call} call */
export async function readList(bank, person, call) {
  const answer = await read(bank, person, call, `user/transactions?limit=${listed}`);
  if (!answer) return;
  /** @type {{ reference: string, amount: number }[]} */
  const transactions = answer.body.transactions;
  bank.history.lists.push({
    person: person.id,
    invoked: answer.invoked,
    returned: answer.returned,
    lines: transactions.map(({ reference, amount }) => ({ reference, amount: cents(amount) })),
  });
}

/** @param {Bank} bank @param {Call} call */
export async function readTotal(bank, call) {
  const answer = await read(bank, bank.administrator, call, 'admin/stats');
  if (!answer) return;
  const { invoked, returned, body } = answer;
  bank.history.totals.push({ invoked, returned, total: cents(body.totalBalance) });
}

/**
 * Payments that two administrators decide at the same moment, one each way: each must get exactly one outcome, the one
 * that the server acknowledged.
 *
 * @typedef {{ id: number }} Payment
 * @typedef {(payment: Payment) => Promise<{ status: number, body: any }>} Decide
 * @typedef {{ approved: number, rejected: number, violations: string[] }} Decisions
 */

/** The number of payments that are decided at the same time. */
const atOnce = 50;

const stateOf = `
  SELECT p.id, p.status, h.state FROM payments p LEFT JOIN holds h ON h.payment_id = p.id WHERE p.id IN (?)`;
const holdOf = new Map([
  ['completed', 'posted'],
  ['failed', 'released'],
]);

/**
 * @param {Payment[]} payments
 * @param {{ approve: Decide, reject: Decide, rows: (sql: string, values: unknown[]) => Promise<Record<string, string>[]> }} bank
 * @returns {Promise<Decisions>}
 */
export async function decideBothWays(payments, { approve, reject, rows }) {
  /** @type {Decisions} */
  const decisions = { approved: 0, rejected: 0, violations: [] };
  for (let from = 0; from < payments.length; from += atOnce) {
    const batch = payments.slice(from, from + atOnce);
    const answers = await Promise.all(
      batch.map((payment) => Promise.all([approve(payment), reject(payment)])),
    );
    const states = await rows(stateOf, [batch.map(({ id }) => id)]);
    for (const [index, { id }] of batch.entries()) {
      const [approval, rejection] = (answers[index] ?? []).map(({ status }) => status);
      const state = states.find((row) => Number(row.id) === id);
      const told = `${approval} ${rejection} ${state?.status} ${state?.state}`;
      if (told === `200 409 completed ${holdOf.get('completed')}`) decisions.approved += 1;
      else if (told === `409 200 failed ${holdOf.get('failed')}`) decisions.rejected += 1;
      else decisions.violations.push(`payment ${id}: ${told}`);
    }
  }
  return decisions;
}

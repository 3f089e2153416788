import { openDatabase } from './books.mjs';
import { decideBothWays } from './decisions.mjs';
import { made, newAdministrator, newCustomer, trust } from './people.mjs';

const law = 'a payment that is approved and rejected at once has exactly one outcome';
const order = {
  recipient_account: 'FR14 2004 1010 0505 0001 3M02 606',
  recipient_name: 'Anne Durand',
  payment_method: 'sepa_transfer',
  amount: 1,
};

/**
 * Payments of one customer, each approved on one server and rejected on the other at the same moment.
 * @param {import('./cluster.mjs').Cluster} cluster
 * @param {number} count
 */
export async function decidePayments({ calls, migrationUrl, verifyLedger }, count) {
  const [one, other] = calls;
  if (!one || !other) throw new Error('it takes two servers');
  const [first, second] = [
    await newAdministrator(one, migrationUrl, 'approver'),
    await newAdministrator(one, migrationUrl, 'rejecter'),
  ];
  const payer = await newCustomer(one, migrationUrl, 'payer', count * order.amount);
  const database = await openDatabase(migrationUrl);
  await trust(database, [payer], [order.recipient_account.replaceAll(' ', '')]);
  const payments = [];
  for (let at = 0; at < count; at += 1) {
    payments.push((await made(one, 'paiement', { token: payer.token, body: order })).payment);
  }
  const decisions = await decideBothWays(payments, {
    approve: ({ id }) =>
      one('POST', 'paiement/validate', {
        token: first.token,
        body: { payment_id: id, validation_code: '000000' },
      }),
    reject: ({ id }) => other('POST', 'paiement/reject', { token: second.token, body: { payment_id: id } }),
    rows: async (sql, values) => (await database.query(sql, values))[0],
  });
  const [[funds]] = await database.query('SELECT balance, held FROM accounts WHERE user_id = ?', [payer.id]);
  await database.end();
  const violations = decisions.violations.map((detail) => ({ law, detail }));
  const left = (count - decisions.approved) * order.amount * 100;
  if (Number(funds.balance) !== left || Number(funds.held) !== 0) {
    violations.push({
      law,
      detail: `the payer has ${funds.balance}, held ${funds.held}, instead of ${left}`,
    });
  }
  await verifyLedger().catch((error) => violations.push({ law, detail: error.message }));
  return { ...decisions, violations };
}

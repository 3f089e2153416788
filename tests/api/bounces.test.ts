/** @jest-environment ./tests/support/bank-environment.ts */
import { contentDigest, signRequest } from '@bank/contracts/rails/signature';
import { markBounce } from '../../bff/src/people/delivery/bounces.service';
import { railKey } from '../support/clearing-house';
import { newCustomer } from '../support/customers';
import { sharedBank } from '../support/shared-bank';

const { bank, database } = sharedBank();
const key = { id: 'mail', secret: railKey.secret };

/** The headers with which the mail provider signs a report. */
async function signed(body: string, by = key): Promise<Record<string, string>> {
  const digest = contentDigest(body);
  const signature = await signRequest(by, { method: 'POST', url: `${bank.shellUrl}/mail/bounces`, digest });
  return { ...signature, 'content-digest': digest, 'content-type': 'application/json' };
}
const post = async (body: string, headers: Record<string, string>) =>
  (await fetch(`${bank.shellUrl}/mail/bounces`, { method: 'POST', headers, body })).status;
const bouncesOf = async ({ id }: { id: number }) =>
  (await database.rows('SELECT email, code FROM mail_bounces WHERE user_id = ?', [id])).map(
    ({ email, code }) => [email, Number(code)],
  );

it('stores the provider’s permanent bounces once, and refuses other senders', async () => {
  const [gone, full] = await Promise.all([newCustomer(bank.shellUrl), newCustomer(bank.shellUrl)]);
  const report = JSON.stringify({
    provider: 'mail.example',
    bounces: [
      { email: gone.email, code: 550, text: 'no such user' },
      { email: full.email, code: 452 },
      { email: 'stranger@example.com', code: 550 },
    ],
  });
  expect(await post(report, await signed(report, { ...key, secret: 'x'.repeat(40) }))).toBe(401);
  expect(await post(report, { 'content-type': 'application/json' })).toBe(401);
  const headers = await signed(report);
  expect(await post(report.replace('550', '551'), headers)).toBe(401);
  expect(await bouncesOf(gone)).toEqual([]);
  expect(await post(report, headers)).toBe(202);
  expect(await bouncesOf(gone)).toEqual([[gone.email, 550]]);
  expect(await bouncesOf(full)).toEqual([]);
  // The same request again is somebody else's copy.
  expect(await post(report, headers)).toBe(401);
  expect(await post(report, await signed(report))).toBe(202);
  expect(await post('{"bounces":7}', await signed('{"bounces":7}'))).toBe(400);
});

it('finds the customer of an address by an index', async () => {
  const { email } = await newCustomer(bank.shellUrl);
  const plan = await database.rows(`EXPLAIN ${markBounce}`, [550, new Date(), email]);
  expect(plan).toMatchObject([{ table: 'users', key: 'users_email' }]);
});

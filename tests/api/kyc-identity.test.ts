/** @jest-environment ./tests/support/bank-environment.ts */
import { approveIdentity, newCustomer, promote, type SignedIn } from '../support/customers';
import { listen } from '../support/event-stream';
import { call } from '../support/http';
import { sharedBank } from '../support/shared-bank';
import { form, identityCalls, pdf } from './kyc-fixture';

const { bank, database } = sharedBank();
let admin: SignedIn;
const { submit, read, review, pendingOf } = identityCalls(bank, () => admin.token);

beforeAll(async () => {
  admin = await newCustomer(bank.shellUrl, {}, { verified: 'email' });
  await promote(database, admin);
});

it('an identity that an administrator approves without a submission is valid for two years', async () => {
  const person = await newCustomer(bank.shellUrl);
  await approveIdentity(bank.shellUrl, person);
  const { status, reviewed_at, verificationDate, expiryDate } = await read(person);
  expect([status, reviewed_at]).toEqual(['approved', null]);
  expect(Math.abs(Date.now() - Date.parse(verificationDate ?? ''))).toBeLessThan(60_000);
  expect(Number(expiryDate?.slice(0, 4)) - Number(verificationDate?.slice(0, 4))).toBe(2);
});

it('an identity that an administrator sets back is asked for again, with no file that waits', async () => {
  const person = await newCustomer(bank.shellUrl, {}, { verified: 'email' });
  await submit(person, form([['a.pdf', pdf]]));
  const { email } = person;
  const names = { first_name: 'Zoé', last_name: 'Roy' };
  const set = (kyc_status: string) =>
    call('PUT', `${bank.shellUrl}/api/admin/users/${person.id}`, {
      token: admin.token,
      body: { email, ...names, role: 'user', status: 'active', kyc_status },
    });
  expect((await set('rejected')).status).toBe(200);
  expect(await read(person)).toMatchObject({ status: 'rejected', submitted_at: expect.any(String) });
  expect((await set('pending')).status).toBe(200);
  expect(await read(person)).toMatchObject({
    status: 'pending',
    submitted_at: null,
    why: { reason: 'Votre identité n’est pas encore vérifiée.' },
  });
  const told = await database.rows('SELECT text_key FROM notifications WHERE user_id = ?', [person.id]);
  expect(told.filter(({ text_key }) => text_key === 'identity_set_back')).toHaveLength(1);
  expect((await set('pending')).status).toBe(200);
  expect((await submit(person, form([['b.pdf', pdf]]))).status).toBe(201);
  expect((await set('pending')).status).toBe(200);
  expect(await pendingOf(person)).toBeGreaterThan(0);
  expect((await read(person)).submitted_at).not.toBeNull();
});

it('an identity that an administrator rejects without a file is notified, and its old review is not shown', async () => {
  const person = await newCustomer(bank.shellUrl, {}, { verified: 'email' });
  await submit(person, form([['a.pdf', pdf]]));
  await review(await pendingOf(person), { status: 'approved' });
  const longAgo = 'UPDATE kyc_submissions SET reviewed_at = reviewed_at - INTERVAL 100 DAY WHERE user_id = ?';
  await database.rows(longAgo, [person.id]);
  const { email } = person;
  const set = (kyc_status: string) =>
    call('PUT', `${bank.shellUrl}/api/admin/users/${person.id}`, {
      token: admin.token,
      body: { email, first_name: 'Zoé', last_name: 'Roy', role: 'user', status: 'active', kyc_status },
    });
  const page = await listen(bank.shellUrl, person.token);
  expect((await set('rejected')).status).toBe(200);
  expect((await page.next('kyc')).data).toEqual({ status: 'rejected' });
  page.close();
  expect(await read(person)).toMatchObject({
    status: 'rejected',
    reviewed_at: null,
    reason: null,
    reviewed_by: null,
    why: { state: 'refused', until: null },
  });
  const appeal = new FormData();
  appeal.append('about', 'identity');
  appeal.append('text', 'Mes documents sont bons.');
  const appealed = await call('POST', `${bank.shellUrl}/api/appeals`, { token: person.token, body: appeal });
  expect(appealed.status).toBe(201);
  expect((await set('approved')).status).toBe(200);
  const told = await database.rows('SELECT text_key FROM notifications WHERE user_id = ? ORDER BY id', [
    person.id,
  ]);
  expect(told.map(({ text_key }) => text_key)).toEqual(['kyc_approved', 'kyc_rejected', 'kyc_approved']);
});

it('an identity that an administrator rejects after an approval does not show an earlier rejection', async () => {
  const person = await newCustomer(bank.shellUrl, {}, { verified: 'email' });
  await submit(person, form([['a.pdf', pdf]]));
  await review(await pendingOf(person), { status: 'rejected', reason: 'Photo floue' });
  await approveIdentity(bank.shellUrl, person);
  await database.rows(`UPDATE users SET kyc_status = 'rejected' WHERE id = ?`, [person.id]);
  expect(await read(person)).toMatchObject({ status: 'rejected', reviewed_at: null, reason: null });
});

it('an identity whose waiting file is withdrawn for another name is asked for again', async () => {
  const person = await newCustomer(bank.shellUrl, {}, { verified: 'email' });
  await submit(person, form([['a.pdf', pdf]]));
  const changed = await call('PUT', `${bank.shellUrl}/api/admin/users/${person.id}`, {
    token: admin.token,
    body: {
      email: person.email,
      first_name: 'Zoé',
      last_name: 'Roy',
      role: 'user',
      status: 'active',
      kyc_status: 'pending',
    },
  });
  expect(changed.status).toBe(200);
  expect(await read(person)).toMatchObject({
    status: 'pending',
    submitted_at: null,
    documents: [],
    why: { state: 'blocked' },
  });
});

it('an identity that has run out keeps its dates until documents are sent again', async () => {
  const person = await newCustomer(bank.shellUrl, {}, { verified: 'email' });
  await approveIdentity(bank.shellUrl, person);
  const asked = "UPDATE users SET kyc_status = 'pending', kyc_submitted_at = NULL WHERE id = ?";
  await database.rows(asked, [person.id]);
  const none = { verificationDate: null, expiryDate: null };
  // Asked for again for another reason, such as a new name: the approval is void.
  expect(await read(person)).toMatchObject({ status: 'pending', ...none });
  const runOut = 'UPDATE users SET identity_approved_at = ? WHERE id = ?';
  await database.rows(runOut, [new Date('2021-03-04T11:00:00Z'), person.id]);
  expect(await read(person)).toMatchObject({
    status: 'pending',
    verificationDate: '2021-03-04T11:00:00.000Z',
    expiryDate: '2023-03-04T11:00:00.000Z',
  });
  await submit(person, form([['a.pdf', pdf]]));
  expect(await read(person)).toMatchObject({ status: 'pending', ...none });
});

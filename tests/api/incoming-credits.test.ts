/** @jest-environment ./tests/support/bank-environment.ts */
import type { Account, AccountList } from '@bank/contracts/accounts';
import type { CreditTransfer, CreditTransfers } from '@bank/contracts/rails/credit-transfers';
import { readMessage, writeMessage } from '@bank/contracts/rails/messages';
import type { PaymentReturns } from '@bank/contracts/rails/returns';
import type { StatusReport } from '@bank/contracts/rails/status-reports';
import { newId, postToBank } from '../support/clearing-house';
import { newCustomer, newPassword, type SignedIn } from '../support/customers';
import { call } from '../support/http';
import { ledgerErrors } from '../support/movements';
import { sharedBank } from '../support/shared-bank';
import { until } from '../support/until';
import { paymentCalls } from './payment-fixture';
import { settlementOf, stripesOf, suspenseOf } from '../../bff/src/money/ledger/bank-accounts';

const { bank, database } = sharedBank();
const calls = () => paymentCalls(bank.shellUrl, database);
const settlement = 5;
const suspense = 6;

/** 2^50 cents: the largest balance. */
const largest = 2n ** 50n;

const ibanOf = async ({ id }: SignedIn) =>
  String((await database.rows('SELECT iban FROM accounts WHERE user_id = ?', [id]))[0]?.iban);
const creditTo = (account: string, changed: Partial<CreditTransfer> = {}): CreditTransfer => ({
  transactionId: newId(),
  endToEndId: 'BENEFIT-10',
  amount: { minor: 12_345n, currency: 'EUR' },
  debtor: { name: 'Caisse', account: 'DE89370400440532013000' },
  creditor: { name: 'Anyone', account },
  ...changed,
});
const messageOf = (transfers: CreditTransfer[]): CreditTransfers => ({
  type: 'pacs.008.001.08',
  messageId: newId(),
  createdAt: new Date(),
  settlementDay: '2026-11-23',
  instant: false,
  sender: 'CAISFRPPXXX',
  transfers,
});
const send = (message: CreditTransfers) => postToBank(bank.shellUrl, writeMessage(message));
const outcomesOf = async ({ transfers }: CreditTransfers) =>
  database.rows(
    'SELECT outcome, reason_code AS code FROM incoming_credits WHERE transaction_id IN (?) ORDER BY id',
    [transfers.map(({ transactionId }) => transactionId)],
  );
const balanceOf = async (id: number) =>
  BigInt(
    String(
      (
        await database.rows('SELECT SUM(balance) AS balance FROM accounts WHERE id IN (?)', [stripesOf(id)])
      )[0]?.balance,
    ),
  );

it('books the credits of a message together, and returns the refused ones in one message', async () => {
  const [one, other, closed] = [
    await newCustomer(bank.shellUrl),
    await newCustomer(bank.shellUrl),
    await newCustomer(bank.shellUrl),
  ];
  const [left, right, gone] = [await ibanOf(one), await ibanOf(other), await ibanOf(closed)];
  await database.rows('UPDATE users SET deleted_at = NOW() WHERE id = ?', [closed.id]);
  const { body: preferences } = await calls().get<object>(other, 'settings/preferences');
  const off = {
    token: other.token,
    body: { ...preferences, transactionAlerts: false, currentPassword: newPassword },
  };
  expect((await call('PUT', `${bank.shellUrl}/api/settings/preferences`, off)).status).toBe(200);
  const bankBefore = [await balanceOf(settlement), await balanceOf(suspense)];
  const same = creditTo(left);
  const message = messageOf([
    creditTo(left),
    creditTo(right),
    same,
    same,
    creditTo(left),
    creditTo(gone),
    creditTo('FR7699999000010000000000197'),
    creditTo(left, { amount: { minor: 100n, currency: 'USD' } }),
    creditTo(left, { amount: { minor: 0n, currency: 'EUR' } }),
    creditTo(right, { amount: { minor: largest, currency: 'EUR' } }),
  ]);
  expect((await send(message)).status).toBe(202);
  expect(await calls().fundsOf(one)).toEqual([3 * 12_345, 0]);
  expect(await calls().fundsOf(other)).toEqual([12_345, 0]);
  expect(
    (await outcomesOf(message))
      .map(({ code }) => code)
      .filter(Boolean)
      .sort(),
  ).toEqual(['AC01', 'AC04', 'AM01', 'AM02', 'AM03']);
  expect([await balanceOf(settlement), await balanceOf(suspense)]).toEqual([
    bankBefore[0]! - 4n * 12_345n,
    bankBefore[1],
  ]);
  const toldOf = ({ id }: SignedIn) =>
    database.rows(`SELECT id FROM notifications WHERE user_id = ? AND type = 'transaction'`, [id]);
  const told = await toldOf(one);
  const events = await database.rows(`SELECT data FROM events WHERE user_id = ? AND type = 'notification'`, [
    one.id,
  ]);
  expect(events.map(({ data }) => JSON.parse(String(data)) as object)).toEqual(
    told.map(({ id }) => ({ id: Number(id), type: 'transaction' })),
  );
  expect(told).toHaveLength(3);
  expect(await toldOf(other)).toEqual([]);
  const isBack = (each: (typeof bank.rail.received)[number]): each is PaymentReturns =>
    each.type === 'pacs.004.001.09' && each.originalMessageId === message.messageId;
  await until(() => Promise.resolve(bank.rail.received.filter(isBack).length === 2));
  const returned = bank.rail.received
    .filter(isBack)
    .map(({ returns }) => returns.map(({ reason }) => reason.code).sort());
  expect(returned.sort()).toEqual([['AC01', 'AC04', 'AM01', 'AM02'], ['AM03']]);
  expect(await ledgerErrors(database)).toEqual([]);
});

/** Opens a customer's account in dollars; returns its IBAN. */
async function dollarsOf({ token }: SignedIn): Promise<string> {
  const opened = { token, body: { currency: 'USD' } };
  const { status, body } = await call<Account>('POST', `${bank.shellUrl}/api/accounts`, opened);
  expect(status).toBe(201);
  return body.account_number;
}

it('books a credit in another currency to the account of that currency, once, and returns it from any other', async () => {
  const who = await calls().verified(0);
  const euros = await ibanOf(who);
  const dollars = await dollarsOf(who);
  const amount = { minor: 250_050n, currency: 'USD' };
  const before = await balanceOf(settlementOf('USD'));
  const waiting = await balanceOf(suspenseOf('USD'));
  const message: CreditTransfers = {
    ...messageOf([creditTo(dollars, { amount }), creditTo(euros, { amount }), creditTo(dollars)]),
    international: true,
  };
  const isBack = (each: (typeof bank.rail.received)[number]): each is PaymentReturns =>
    each.type === 'pacs.004.001.09' && each.originalMessageId === message.messageId;
  for (const messageId of [message.messageId, newId()])
    expect((await send({ ...message, messageId })).status).toBe(202);
  expect((await outcomesOf(message)).map(({ code }) => code)).toEqual([null, 'AM03', 'AM03']);
  const after = (await calls().get<AccountList>(who, 'accounts')).body.accounts;
  expect(after.map(({ currency, current_balance: held }) => [currency, held])).toEqual([
    ['EUR', 0],
    ['USD', 2_500.5],
  ]);
  expect(await balanceOf(settlementOf('USD'))).toBe(before - amount.minor);
  expect(await balanceOf(suspenseOf('USD'))).toBe(waiting);
  const { notifications } = (
    await calls().get<{ notifications: { message: string }[] }>(who, 'notifications')
  ).body;
  expect(notifications.map(({ message: text }) => text)).toContainEqual(
    expect.stringMatching(/2.500,50.*(\$|USD).*Caisse/),
  );
  const live = await database.rows(`SELECT data FROM events WHERE user_id = ? AND type = 'balance'`, [
    who.id,
  ]);
  expect(live.map(({ data }) => JSON.parse(String(data)) as object)).toEqual([
    { current_balance: 2_500.5, available_balance: 2_500.5, currency: 'USD' },
  ]);
  await until(() => Promise.resolve(bank.rail.received.filter(isBack).length === 2));
  const returned = bank.rail.received.filter(isBack).flatMap(({ returns }) => returns);
  expect(returned.map(({ reason, amount: { currency } }) => [currency, reason.code]).sort()).toEqual([
    ['EUR', 'AM03'],
    ['USD', 'AM03'],
  ]);
  expect(await ledgerErrors(database)).toEqual([]);
});

it('returns a credit in another currency to a customer without an approved identity, who reads why', async () => {
  const who = await newCustomer(bank.shellUrl, {}, { verified: false });
  const amount = { minor: 200_000n, currency: 'USD' };
  const message = { ...messageOf([creditTo(await dollarsOf(who), { amount })]), international: true };
  expect((await send(message)).status).toBe(202);
  expect(await outcomesOf(message)).toEqual([{ outcome: 'refused', code: 'AM02' }]);
  const { accounts } = (await calls().get<AccountList>(who, 'accounts')).body;
  expect(accounts.map(({ current_balance: held }) => held)).toEqual([0, 0]);
  const { notifications } = (
    await calls().get<{ notifications: { message: string }[] }>(who, 'notifications')
  ).body;
  expect(notifications.map(({ message: text }) => text)).toContainEqual(
    expect.stringMatching(/2.000,00.*(\$|USD).*Caisse.*comptes en devises/),
  );
  const backOf = () =>
    bank.rail.received.flatMap((each) =>
      each.type === 'pacs.004.001.09' && each.originalMessageId === message.messageId ? each.returns : [],
    );
  await until(() => Promise.resolve(backOf().length === 1));
  expect(backOf()).toMatchObject([{ amount, reason: { code: 'AM02' } }]);
  expect(await ledgerErrors(database)).toEqual([]);
});

it('books each credit once when several messages bring the same ones at the same moment, in any order', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, () => newCustomer(bank.shellUrl)));
  const ibans = await Promise.all(people.map(ibanOf));
  const transfers = Array.from({ length: 64 }, (_, at) => creditTo(ibans[at % 8] ?? ''));
  const messages = [
    transfers,
    [...transfers].reverse(),
    transfers.slice(20),
    [...transfers].reverse().slice(30),
  ];
  const answers = await Promise.all(messages.map((each) => send(messageOf(each))));
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202]);
  for (const who of people) expect(await calls().fundsOf(who)).toEqual([8 * 12_345, 0]);
  expect(await ledgerErrors(database)).toEqual([]);
});

it('refuses another credit under the id of an earlier one, with an incident', async () => {
  const [who, other] = [await newCustomer(bank.shellUrl), await newCustomer(bank.shellUrl)];
  const account = await ibanOf(who);
  const first = creditTo(account);
  const { transactionId } = first;
  const altered = [
    creditTo(account, { transactionId, amount: { minor: 50_000n, currency: 'EUR' } }),
    creditTo(await ibanOf(other), { transactionId }),
    creditTo(account, { transactionId, endToEndId: 'BENEFIT-11' }),
    creditTo(account, { transactionId, debtor: { ...first.debtor, account: 'DE02120300000000202051' } }),
  ];
  const { text } = await send({ ...messageOf([first, first, ...altered]), instant: true });
  const statusesIn = (answer: string) => (readMessage(Buffer.from(answer)) as StatusReport).statuses;
  const used = { status: 'RJCT', reason: { code: 'AM05' } };
  expect(statusesIn(text)).toMatchObject([
    { status: 'ACSC' },
    { status: 'ACSC' },
    ...altered.map(() => used),
  ]);
  expect((await send(messageOf(altered))).status).toBe(202);
  const again = await send({ ...messageOf([first]), instant: true });
  expect(statusesIn(again.text)).toMatchObject([{ status: 'ACSC' }]);
  expect(await calls().fundsOf(who)).toEqual([12_345, 0]);
  expect(await calls().fundsOf(other)).toEqual([0, 0]);
  const incidents = `SELECT severity FROM incidents WHERE kind = 'credit_altered' AND subject = ?`;
  expect(await database.rows(incidents, [transactionId])).toEqual([{ severity: 'high' }]);
  expect(await ledgerErrors(database)).toEqual([]);
});

it('books a credit once, whether its sender’s BIC names the head office or not', async () => {
  const who = await newCustomer(bank.shellUrl);
  const message = messageOf([creditTo(await ibanOf(who))]);
  const ids = message.transfers.map(({ transactionId }) => transactionId);
  for (const sender of ['CAISFRPPXXX', 'CAISFRPP']) {
    expect((await send({ ...message, messageId: newId(), sender })).status).toBe(202);
  }
  expect(await calls().fundsOf(who)).toEqual([12_345, 0]);
  // As it was stored before BICs were written in full.
  await database.rows(`UPDATE incoming_credits SET sender = 'CAISFRPP' WHERE transaction_id IN (?)`, [ids]);
  expect((await send({ ...message, messageId: newId() })).status).toBe(202);
  expect(await calls().fundsOf(who)).toEqual([12_345, 0]);
  expect(await outcomesOf(message)).toEqual([{ outcome: 'booked', code: null }]);
  // A branch gives its own ids.
  expect((await send({ ...message, messageId: newId(), sender: 'CAISFRPP123' })).status).toBe(202);
  expect(await calls().fundsOf(who)).toEqual([2 * 12_345, 0]);
});

it('refuses amounts above the bank’s maximum with AM02', async () => {
  const amount = { minor: 10n ** 17n - 1n, currency: 'EUR' };
  const message = messageOf([creditTo(await ibanOf(await newCustomer(bank.shellUrl)), { amount })]);
  expect((await send(message)).status).toBe(202);
  expect(await outcomesOf(message)).toEqual([{ outcome: 'refused', code: 'AM02' }]);
});

it('distinguishes ids that differ in a letter’s case, and books both', async () => {
  const who = await newCustomer(bank.shellUrl);
  const iban = await ibanOf(who);
  const id = newId();
  const message = messageOf([`${id}a`, `${id}A`].map((transactionId) => creditTo(iban, { transactionId })));
  expect((await send(message)).status).toBe(202);
  expect(await calls().fundsOf(who)).toEqual([2 * 12_345, 0]);
});

it.each([
  ['an id', { transactionId: 'x'.repeat(36) }],
  ['a name', { debtor: { name: 'n'.repeat(141), account: 'DE89370400440532013000' } }],
  ['an account', { creditor: { name: 'Anyone', account: `FR${'1'.repeat(40)}` } }],
])('refuses a message with %s that is longer than the schema allows', async (what, changed) => {
  const text = writeMessage(messageOf([creditTo('FR7699999000010000000000197', changed)]));
  // The writer shortens names; another bank's might not.
  const body = what === 'a name' ? text.replace(/n{70}/, 'n'.repeat(141)) : text;
  const answer = await postToBank(bank.shellUrl, body);
  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('FF01')]);
});

it('counts together with money of customers, for the rule about mule accounts', async () => {
  const [mule, known, accomplice, honest] = await Promise.all(
    Array.from({ length: 4 }, () => newCustomer(bank.shellUrl)),
  );
  if (!mule || !known || !accomplice || !honest) throw new Error('a customer is missing');
  const fromOutside = async (who: SignedIn, senders: string[]) => {
    const account = await ibanOf(who);
    const amount = { minor: 80_000n, currency: 'EUR' } as const;
    const sent = senders.map((sender) =>
      creditTo(account, { amount, debtor: { name: 'A', account: sender } }),
    );
    expect((await send(messageOf(sent))).status).toBe(202);
  };
  const transfer = ({ token }: SignedIn, to: SignedIn, amount: number) =>
    call<{ code?: string }>('POST', `${bank.shellUrl}/api/balance/transfer`, {
      token,
      body: { recipient_id: to.id, amount },
    });
  const [first, second] = ['DE89370400440532013000', 'FR7630006000011234567890189'];
  await fromOutside(known, [first]);
  await fromOutside(mule, [first, second]);
  expect((await transfer(known, mule, 700)).status).toBe(201);
  const passed = await transfer(mule, accomplice, 600);
  expect(passed).toMatchObject({ status: 422, body: { code: 'HELD_FOR_REVIEW' } });
  const [event] = await database.rows(`SELECT facts FROM rule_events WHERE user_id = ? AND action = 'hold'`, [
    mule.id,
  ]);
  expect(JSON.parse(String(event?.facts))).toMatchObject({ received_hour: 2_300, senders_hour: 3 });
  // As much from one account at another bank is nothing unusual.
  await fromOutside(honest, [first, first, first]);
  expect((await transfer(honest, accomplice, 600)).status).toBe(201);
});

it('counts credits in other currencies by their worth, for the rule about mule accounts', async () => {
  const [mule, accomplice] = [await newCustomer(bank.shellUrl), await newCustomer(bank.shellUrl)];
  const dollars = await dollarsOf(mule);
  const senders = ['DE89370400440532013000', 'FR7630006000011234567890189', 'DE02120300000000202051'];
  const sent = senders.map((account) =>
    creditTo(dollars, { amount: { minor: 90_000n, currency: 'USD' }, debtor: { name: 'A', account } }),
  );
  expect((await send({ ...messageOf(sent), international: true })).status).toBe(202);
  // As after an exchange, which leaves no trace of the senders on the account in euros.
  await calls().post(mule, 'balance/update', { amount: 900, type: 'add' });
  const passed = await calls().post<{ code?: string }>(mule, 'balance/transfer', {
    recipient_id: accomplice.id,
    amount: 700,
  });
  expect(passed).toMatchObject({ status: 422, body: { code: 'HELD_FOR_REVIEW' } });
  const [event] = await database.rows(`SELECT facts FROM rule_events WHERE user_id = ? AND action = 'hold'`, [
    mule.id,
  ]);
  const facts = JSON.parse(String(event?.facts)) as { received_hour: number; senders_hour: number };
  expect(facts.senders_hour).toBe(3);
  expect(facts.received_hour).toBeGreaterThan(2_000);
  expect(facts.received_hour).toBeLessThan(2_700);
});

/** @jest-environment ./tests/support/bank-environment.ts */
import { call } from '../support/http';
import { sharedBank } from '../support/shared-bank';
import { collectionCalls, dayFromNow, energy, phone } from './collections-fixture';

const { bank, database } = sharedBank();
const c = collectionCalls(bank, database);

describe('a collection is refused', () => {
  const own = async () => (await c.payer()).iban;

  it('with one notification and one line in the log, however often and at once its messages come', async () => {
    const who = await c.payer();
    const collection = c.collectionOf(who.iban, { creditor: { ...energy, id: 'FR73ZZZ123456' } });
    for (let time = 0; time < 2; time += 1) {
      const answers = await Promise.all(Array.from({ length: 8 }, () => c.send(c.messageOf(collection))));
      expect(answers.map(({ text }) => c.statusesIn(text)[0]?.reason?.code)).toEqual(Array(8).fill('BE05'));
    }
    expect((await c.notified(who)).filter((key) => key === 'direct_debit_refused')).toHaveLength(1);
    const log = `SELECT id FROM audit_log WHERE action = 'direct_debit.refused' AND user_id = ?`;
    expect(await database.rows(log, [who.id])).toHaveLength(1);
  });

  const tooMuch = { minor: 10n ** 16n, currency: 'EUR' };
  it.each([
    ['from an unknown account', 'AC01', () => Promise.resolve('FR7699999000010000000000197'), {}],
    ['in another currency', 'AM03', own, { amount: { minor: 5n, currency: 'USD' } }],
    ['of nothing', 'AM01', own, { amount: { minor: 0n, currency: 'EUR' } }],
    ['of more than a number holds', 'AM02', own, { amount: tooMuch }],
    ['of a creditor with wrong check digits', 'BE05', own, { creditor: { ...energy, id: 'FR73ZZZ123456' } }],
    ['of a creditor with any text as its id', 'BE05', own, { creditor: { ...energy, id: 'é'.repeat(80) } }],
    ['with a mandate that cannot be one', 'MD02', own, { mandateId: 'M'.repeat(36) }],
    ['with a mandate of a day that does not exist', 'MD02', own, { signedOn: '2026-02-30' }],
    ['on a day that does not exist', 'DT01', own, { dueOn: '2027-02-30' }],
    ['in two years', 'DT01', own, { dueOn: dayFromNow(730) }],
    ['without an id that can be stored', 'FF01', own, { transactionId: 'T'.repeat(36) }],
  ])('%s with %s', async (_what, code, accountOf, changed) => {
    const status = await c.collect(await accountOf(), changed);
    expect(status).toMatchObject({ status: 'RJCT', reason: { code } });
  });

  it('of more than a number holds, and is shown with the most that one holds', async () => {
    const who = await c.payer();
    await c.collect(who.iban, { amount: tooMuch });
    const shown = { amount: 2 ** 50 / 100, currency: 'EUR', reason_code: 'AM02' };
    expect(await c.debits(who)).toMatchObject([shown]);
  });

  it.each([
    ['without decimals', 'JPY', 512n, 512],
    ['of three decimals', 'TND', 1_234n, 1.234],
  ])(
    'in a currency %s, and is shown with the amount that was asked for',
    async (_what, currency, minor, amount) => {
      const who = await c.payer();
      await c.collect(who.iban, { amount: { minor, currency } });
      const shown = { amount, currency, reason_code: 'AM03' };
      expect(await c.debits(who)).toMatchObject([shown]);
      const admin = await c.calls.administrator();
      const { body } = await c.calls.get<{ latest: object[] }>(admin, 'admin/rail/direct-debits');
      expect(body.latest).toContainEqual(expect.objectContaining(shown));
    },
  );

  it.each(['USD', 'EUR'])('from an account in another currency than the euro, in %s', async (currency) => {
    const who = await c.payer();
    const opened = await call<{ account_number: string }>('POST', `${bank.shellUrl}/api/accounts`, {
      token: who.token,
      body: { currency: 'USD' },
    });
    expect(opened.status).toBe(201);
    const iban = opened.body.account_number.replace(/\s/g, '');
    for (const dueOn of [dayFromNow(0), dayFromNow(3)]) {
      const status = await c.collect(iban, { amount: { minor: 500n, currency }, dueOn });
      expect(status).toMatchObject({ status: 'RJCT', reason: { code: 'AM03' } });
    }
    expect(await c.mandates(who)).toEqual([]);
  });

  it.each([
    ['closed', 'AC04', 'UPDATE users SET deleted_at = NOW() WHERE id = ?'],
    ['blocked', 'AC06', `UPDATE users SET status = 'inactive' WHERE id = ?`],
  ])('from an account that is %s, with %s', async (_what, code, sql) => {
    const who = await c.payer();
    await database.rows(sql, [who.id]);
    expect(await c.collect(who.iban)).toMatchObject({ status: 'RJCT', reason: { code } });
    expect(await c.calls.fundsOf(who)).toEqual([10_000, 0]);
  });

  it.each([
    ['in the same message', true],
    ['in a later one', false],
  ])('with AM05 when another one has its id, %s', async (_when, isTogether) => {
    const who = await c.payer();
    const first = c.collectionOf(who.iban);
    const { transactionId } = first;
    const others = [
      c.collectionOf(who.iban, { transactionId, amount: { minor: 5_500n, currency: 'EUR' } }),
      c.collectionOf((await c.payer()).iban, { transactionId }),
      c.collectionOf(who.iban, { transactionId, creditor: { ...phone, bic: energy.bic } }),
      c.collectionOf(who.iban, { transactionId, endToEndId: 'ANOTHER-1' }),
    ];
    const sent = isTogether ? [[first, ...others]] : [[first], others];
    const statuses: unknown[] = [];
    for (const each of sent) statuses.push(...c.statusesIn((await c.send(c.messageOf(...each))).text));
    const used = { status: 'RJCT', reason: { code: 'AM05' } };
    expect(statuses).toMatchObject([{ status: 'ACSC' }, ...others.map(() => used)]);
    expect(await c.calls.fundsOf(who)).toEqual([6_010, 0]);
    expect(await c.debits(who)).toHaveLength(1);
  });

  it('while the other collections of its message are booked', async () => {
    const who = await c.payer();
    const good = c.collectionOf(who.iban);
    const bad = c.collectionOf('FR7699999000010000000000197');
    const { text } = await c.send(c.messageOf(bad, good));
    expect(c.statusesIn(text)).toMatchObject([{ status: 'RJCT' }, { status: 'ACSC' }]);
  });
});

describe('the customer’s rules', () => {
  it('let nobody, the listed ones or everybody collect', async () => {
    const who = await c.payer();
    const path = 'settings/direct-debits';
    expect((await c.calls.get(who, path)).body).toEqual({ mode: 'all', creditors: [] });
    await c.settings(who, { mode: 'none' });
    expect(await c.collect(who.iban)).toMatchObject({ status: 'RJCT', reason: { code: 'SL01' } });
    expect(await c.mandates(who)).toEqual([]);
    const listed = await c.settings(who, { mode: 'listed', creditors: [' fr72 abc 123456 ', energy.id] });
    expect(listed.body).toEqual({ mode: 'listed', creditors: [energy.id] });
    expect(await c.collect(who.iban)).toMatchObject({ status: 'ACSC' });
    expect(await c.collect(who.iban, { creditor: phone })).toMatchObject({ reason: { code: 'SL01' } });
    expect((await c.settings(who, { mode: 'all' })).body).toEqual({ mode: 'all', creditors: [energy.id] });
    expect(await c.collect(who.iban, { creditor: phone })).toMatchObject({ status: 'ACSC' });
  });

  it.each([
    ['another mode', { mode: 'some' }],
    ['a wrong identifier', { mode: 'listed', creditors: ['FR73ZZZ123456'] }],
    ['too many', { mode: 'listed', creditors: Array(101).fill(energy.id) }],
  ])('are refused with %s, and stay as they are', async (_what, body) => {
    const who = await c.payer();
    expect((await c.settings(who, body)).status).toBe(422);
    expect((await c.calls.get(who, 'settings/direct-debits')).body).toMatchObject({ mode: 'all' });
  });

  it('block one mandate, read without regard to case and business code, until it is unblocked', async () => {
    const who = await c.payer();
    await c.collect(who.iban, { mandateId: 'abc-1' });
    const [mandate] = await c.mandates(who);
    expect((await c.block(who, mandate!)).body).toMatchObject({ status: 'blocked' });
    const same = { mandateId: 'ABC-1', creditor: { ...energy, id: 'FR72XYZ123456' } };
    const amount = { minor: 100n, currency: 'EUR' };
    expect(await c.collect(who.iban, { ...same, amount })).toMatchObject({ reason: { code: 'SL01' } });
    expect(await c.collect(who.iban, { mandateId: 'abc-2', amount })).toMatchObject({ status: 'ACSC' });
    expect((await c.block(who, mandate!, 'unblock')).body).toMatchObject({ status: 'active' });
    expect(await c.collect(who.iban, { ...same, amount })).toMatchObject({ status: 'ACSC' });
    expect(await c.mandates(who)).toHaveLength(2);
  });

  it('never book a collection while its mandate is being blocked', async () => {
    const who = await c.payer(500);
    await c.collect(who.iban, { amount: { minor: 1n, currency: 'EUR' } });
    const [mandate] = await c.mandates(who);
    const [, ...statuses] = await Promise.all([
      c.block(who, mandate!),
      ...[2n, 3n, 4n, 5n].map((minor) => c.collect(who.iban, { amount: { minor, currency: 'EUR' } })),
    ]);
    const booked = statuses.filter(({ status }) => status === 'ACSC').length;
    expect(await c.debits(who, '?status=booked')).toHaveLength(booked + 1);
    expect(await c.collect(who.iban)).toMatchObject({ reason: { code: 'SL01' } });
  });
});

/** @jest-environment ./tests/support/bank-environment.ts */
import { newId } from '../support/clearing-house';
import { demonstrationPerson } from '../support/customers';
import { call } from '../support/http';
import { sharedBank } from '../support/shared-bank';
import { until } from '../support/until';
import { collectionCalls, dayFromNow, energy } from './collections-fixture';

const { bank, database } = sharedBank();
const c = collectionCalls(bank, database);

describe('a collection that is due', () => {
  it('is booked at once, creates its mandate, and is shown with its deadlines', async () => {
    const who = await c.payer();
    expect(await c.collect(who.iban)).toMatchObject({ status: 'ACSC' });
    expect(await c.calls.fundsOf(who)).toEqual([6_010, 0]);
    const [debit] = await c.debits(who);
    expect(debit).toMatchObject({
      status: 'booked',
      amount: 39.9,
      creditor_name: 'Energie Test',
      mandate_reference: 'M-1',
      refundable_until: dayFromNow(56),
      reason_code: null,
      description: 'Bill 7',
    });
    expect(await c.mandates(who)).toMatchObject([
      {
        status: 'active',
        creditor_id: energy.id,
        reference: 'M-1',
        signed_on: '2026-01-02',
        next: null,
        last: { amount: 39.9, currency: 'EUR', day: dayFromNow(0) },
      },
    ]);
    const { body } = await c.calls.get<{ transactions: object[] }>(who, 'user/transactions');
    expect(body.transactions[0]).toMatchObject({
      type: 'outgoing',
      amount: -39.9,
      description: 'Energie Test · Bill 7',
      payment_method: 'direct_debit',
    });
    expect(await c.notified(who)).toEqual(expect.arrayContaining(['mandate_created', 'direct_debit_done']));
  });

  it('creates one mandate, and notifies of it once, when several first ones come at once', async () => {
    const who = await c.payer(500);
    const amounts = [1_001n, 1_002n, 1_003n, 1_004n];
    await Promise.all(amounts.map((minor) => c.collect(who.iban, { amount: { minor, currency: 'EUR' } })));
    expect((await c.debits(who)).map(({ status }) => status)).toEqual(amounts.map(() => 'booked'));
    expect(await c.mandates(who)).toHaveLength(1);
    expect((await c.notified(who)).filter((key) => key === 'mandate_created')).toHaveLength(1);
  });

  it('is booked once, however often its message or its transaction comes', async () => {
    const who = await c.payer();
    const message = c.messageOf(c.collectionOf(who.iban));
    const answers = await Promise.all(Array.from({ length: 8 }, () => c.send(message)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const again = await Promise.all(
      Array.from({ length: 8 }, () => c.send({ ...message, messageId: newId() })),
    );
    expect(again.map(({ text }) => c.statusesIn(text)[0]?.status)).toEqual(Array(8).fill('ACSC'));
    expect(await c.calls.fundsOf(who)).toEqual([6_010, 0]);
    expect(await c.debits(who)).toHaveLength(1);
  });

  it('is booked once when it comes for the first time in several messages at once', async () => {
    const who = await c.payer();
    const collection = c.collectionOf(who.iban);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => c.send(c.messageOf(collection, collection))),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(await c.calls.fundsOf(who)).toEqual([6_010, 0]);
    expect(await c.mandates(who)).toHaveLength(1);
  });

  it('is booked once, whether the BIC of its creditor’s bank names the head office or not', async () => {
    const who = await c.payer();
    const transactionId = newId();
    for (const bic of ['ENERFRPP', 'ENERFRPPXXX', 'ENERFRPP']) {
      const status = await c.collect(who.iban, { transactionId, creditor: { ...energy, bic } });
      expect(status).toMatchObject({ status: 'ACSC' });
      // As it was stored before BICs were written in full.
      const short = `UPDATE direct_debits SET sender = 'ENERFRPP' WHERE transaction_id = ?`;
      if (bic === 'ENERFRPPXXX') await database.rows(short, [transactionId]);
    }
    expect(await c.calls.fundsOf(who)).toEqual([6_010, 0]);
    expect(await c.debits(who)).toHaveLength(1);
  });

  it('may use the overdraft, and is refused with AM04 beyond it', async () => {
    const who = await c.payer(10);
    const within = { amount: { minor: 51_000n, currency: 'EUR' } };
    expect(await c.collect(who.iban, within)).toMatchObject({ status: 'ACSC' });
    expect(await c.collect(who.iban, { amount: { minor: 1n, currency: 'EUR' } })).toMatchObject({
      status: 'RJCT',
      reason: { code: 'AM04' },
    });
    expect(await c.calls.fundsOf(who)).toEqual([-50_000, 0]);
    expect(await c.notified(who)).toContain('direct_debit_refused');
  });

  it('never takes more than is there when many come at once', async () => {
    const who = await c.payer(100);
    const all = Array.from({ length: 20 }, (_, index) =>
      c.collectionOf(who.iban, { mandateId: `M-${index}`, amount: { minor: 10_000n, currency: 'EUR' } }),
    );
    await Promise.all(all.map((each) => c.send(c.messageOf(each))));
    // 100 and the overdraft of 500.
    expect(await c.calls.fundsOf(who)).toEqual([-50_000, 0]);
    expect(await c.debits(who, '?status=booked')).toHaveLength(6);
    expect(await c.total()).toBe(0);
  });

  it('counts for the daily limit of a customer whose identity was refused', async () => {
    const who = await c.payer(1_000);
    await database.rows(`UPDATE users SET kyc_status = 'rejected' WHERE id = ?`, [who.id]);
    const of = (minor: bigint, mandateId: string) =>
      c.collect(who.iban, { mandateId, amount: { minor, currency: 'EUR' } });
    expect(await of(20_000n, 'A')).toMatchObject({ status: 'ACSC' });
    expect(await of(6_000n, 'B')).toMatchObject({ status: 'RJCT', reason: { code: 'AG01' } });
    const both = [20n, 2_500n].map((minor) =>
      c.collectionOf(who.iban, { mandateId: 'C', amount: { minor, currency: 'EUR' } }),
    );
    const one = c.collectionOf(who.iban, { mandateId: 'D', amount: { minor: 2_500n, currency: 'EUR' } });
    const { text } = await c.send(c.messageOf(...both, one));
    expect(c.statusesIn(text).map(({ status }) => status)).toEqual(['ACSC', 'ACSC', 'RJCT']);
  });
});

describe('a collection that is still to come', () => {
  const coming = (iban: string, changed = {}) =>
    c.messageOf(c.collectionOf(iban, { dueOn: dayFromNow(3), ...changed }));

  it('is shown as the next one, and books nothing', async () => {
    const who = await c.payer();
    const { text } = await c.send(coming(who.iban));
    expect(c.statusesIn(text)).toMatchObject([{ status: 'PDNG' }]);
    expect(await c.calls.fundsOf(who)).toEqual([10_000, 0]);
    const next = { amount: 39.9, currency: 'EUR', day: dayFromNow(3) };
    expect(await c.mandates(who)).toMatchObject([{ last: null, next }]);
    expect(await c.debits(who)).toMatchObject([{ status: 'upcoming', due_on: dayFromNow(3) }]);
  });

  it('is rejected once with MS02 when the customer refuses it', async () => {
    const who = await c.payer();
    const message = coming(who.iban);
    await c.send(message);
    const [debit] = await c.debits(who);
    const acts = await Promise.all(Array.from({ length: 10 }, () => c.act(who, debit!, 'refuse')));
    expect(acts.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(409)]);
    const { transactionId } = message.collections[0]!;
    await until(() => Promise.resolve(c.reportsOf(transactionId).length > 0));
    expect(c.reportsOf(transactionId)).toMatchObject([{ status: 'RJCT', reason: { code: 'MS02' } }]);
    expect(await c.debits(who)).toMatchObject([{ status: 'refused', reason_code: 'MS02' }]);
    const { text } = await c.send({ ...message, messageId: newId() });
    expect(c.statusesIn(text)).toMatchObject([{ status: 'RJCT', reason: { code: 'MS02' } }]);
  });
});

describe('another customer', () => {
  it('sees and decides nothing, and the attempt is logged', async () => {
    const who = await c.payer();
    const other = await c.payer();
    await c.collect(who.iban);
    await c.collect(who.iban);
    const [mandate] = await c.mandates(who);
    const [held, debit] = await c.debits(who);
    const tries = await Promise.all([
      c.block(other, mandate!),
      c.block(other, mandate!, 'unblock'),
      c.act(other, debit!, 'refund'),
      c.act(other, held!, 'pass'),
      c.act(other, held!, 'refuse'),
    ]);
    expect(tries.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect(await c.debits(other)).toEqual([]);
    expect(await c.mandates(other)).toEqual([]);
    expect(await c.debits(other, `?mandate_id=${mandate!.id}`)).toEqual([]);
    expect(await c.mandates(who)).toMatchObject([{ status: 'active' }]);
    expect(await c.calls.fundsOf(who)).toEqual([6_010, 0]);
  });

  it('needs a session, and the back-office an administrator', async () => {
    const get = (path: string, token?: string) =>
      call('GET', `${bank.shellUrl}/api/${path}`, token ? { token } : {});
    expect((await get('mandates')).status).toBe(401);
    const who = await c.payer();
    expect((await get('admin/rail/direct-debits', who.token)).status).toBe(403);
    const admin = await c.calls.administrator();
    await c.collect(who.iban);
    await c.collect(who.iban);
    const { body } = await c.calls.get<{ held: number; latest: object[] }>(admin, 'admin/rail/direct-debits');
    expect(body.held).toBeGreaterThan(0);
    expect(body.latest[0]).toMatchObject({ status: 'held', amount: 39.9, creditor_name: 'Energie Test' });
  });
});

it('is in the activity log, with its customer', async () => {
  const who = await c.payer();
  await c.collect(who.iban);
  await c.settings(who, { mode: 'none' });
  await c.collect(who.iban);
  const [refused, booked] = await c.debits(who);
  await c.act(who, booked!, 'refund');
  const [mandate] = await c.mandates(who);
  await c.block(who, mandate!);
  await c.block(who, mandate!, 'unblock');
  const sql = 'SELECT action, type FROM audit_log WHERE user_id = ? ORDER BY id';
  const lines = (await database.rows(sql, [who.id])).map(({ action, type }) => `${action} ${type}`);
  expect(lines).toEqual(
    expect.arrayContaining([
      'mandate.created info',
      'direct_debit.settings info',
      'direct_debit.refused warning',
      'direct_debit.refunded info',
      'mandate.blocked info',
      'mandate.unblocked info',
    ]),
  );
  expect(refused).toMatchObject({ status: 'refused', reason_code: 'SL01' });
});

it('gives marie a mandate with three collections', async () => {
  const marie = await demonstrationPerson(bank.shellUrl, 'marie');
  const [mandate] = await c.mandates(marie);
  expect(mandate).toMatchObject({ creditor_name: 'Énergie du Fleuve', last: { amount: 47.15 } });
  expect(await c.debits(marie, `?mandate_id=${mandate!.id}`)).toHaveLength(3);
});

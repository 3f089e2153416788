/** @jest-environment ./tests/support/bank-environment.ts */
import type { LogList } from '@bank/contracts/admin';
import { addDays } from '@bank/contracts/days';
import type { QueryRunner } from 'typeorm';
import type { Beneficiary } from '../../libs/contracts/payees';
import type { OwnPayment, PaymentDetail, PaymentList } from '../../libs/contracts/payments';
import { NamePersonsOfOldLines20261201000001 } from '../../bff/migrations/20261201000001-name-persons-of-old-lines';
import { parisDay } from '../../bff/src/platform/time/paris-day';
import { promote, type SignedIn } from '../support/customers';
import { listen } from '../support/event-stream';
import { whileLocked } from '../support/held-lock';
import { sharedBank } from '../support/shared-bank';
import { until } from '../support/until';
import { newIban, paymentCalls } from './payment-fixture';

const { bank, database } = sharedBank();
let calls: ReturnType<typeof paymentCalls>;
let admin: SignedIn;

beforeAll(async () => {
  calls = paymentCalls(bank.shellUrl, database);
  admin = await calls.administrator();
});

const pay = (who: SignedIn, recipient_name: string, changed: object = {}) =>
  calls.pay(who, { amount: 5, recipient_account: newIban(), recipient_name, ...changed });
const detail = async ({ id }: { id: number }) =>
  (await calls.get<PaymentDetail>(admin, `paiement/${id}`)).body;
const stageOf = async (who: SignedIn, { id }: { id: number }) =>
  (await calls.get<OwnPayment>(who, `user/payments/${id}`)).body.stage;

it.each(['sepa_instant', 'sepa_transfer', 'international_transfer'])(
  'a %s to a name like one of the list waits for a person, however small it is',
  async (payment_method) => {
    const who = await calls.verified(100);
    const made = await pay(who, 'M. Octavio MALENDROIT', { payment_method });
    expect(made).toMatchObject({ stage: 'awaiting_approval', decided_by: null });
    // Its payer is not to learn why.
    const { body: own } = await calls.get<OwnPayment>(who, `user/payments/${made.id}`);
    for (const { risk } of [made, own]) expect(risk.reasons).not.toContain('sanctions');
    const seen = await detail(made);
    expect(seen.risk.reasons[0]).toBe('sanctions');
    expect(seen.sanctions).toMatchObject([{ entry: 'made-up-6', countries: 'FR' }]);
  },
);

it('a payment whose findings nobody read is not approved among others', async () => {
  const who = await calls.verified(100);
  const listed = await pay(who, 'Octavio Malendroit');
  const rows = [{ id: listed.id }];
  const { body } = await calls.post(admin, 'paiement/decisions', { decision: 'approve', rows });
  expect(JSON.stringify(body)).toContain('CASE_CHANGED');
  expect(await stageOf(who, listed)).toBe('awaiting_approval');
});

it('a member of staff does not read what was found about their own payment, as a colleague does', async () => {
  const who = await calls.verified(100);
  const made = await pay(who, 'Octavio Malendroit');
  await promote(database, who);
  const seenBy = async (reader: SignedIn) => {
    const { body: one } = await calls.get<PaymentDetail>(reader, `paiement/${made.id}`);
    const { body: list } = await calls.get<PaymentList>(reader, `paiement?search=${made.reference}`);
    return { one, all: JSON.stringify([one.risk, one.risk_points, one.sanctions, list.payments]) };
  };
  const [own, others] = [await seenBy(who), await seenBy(admin)];
  expect(own.one.sanctions).toEqual([]);
  expect(own.all).not.toMatch(/sanctions|made-up/);
  expect(others.one.sanctions).toMatchObject([{ entry: 'made-up-6' }]);
  expect(others.all.match(/"sanctions"/g)).toHaveLength(3);
});

it('a member of staff does not read it in the activity log either', async () => {
  const who = await calls.verified(100);
  const made = await pay(who, 'Octavio Malendroit');
  await database.rows(
    `INSERT INTO audit_log (created_at, action, type, text, params)
     VALUES (NOW(3), 'rules.held', 'warning', 'rules.held_user', ?)`,
    [JSON.stringify({ kind: 'payment', rules: 'Règle du journal', user: who.id })],
  );
  await promote(database, who);
  const lines = async (reader: SignedIn, query: string) => {
    const { logs, pagination } = (await calls.get<LogList>(reader, `admin/logs${query}`)).body;
    return [pagination.total, logs.filter(({ action }) => /screened|rules|case/.test(action)).length];
  };
  const ofPayment = `/history?about=${made.reference}&limit=100`;
  const ofPerson = `/history?about=user:${who.id}&limit=100`;
  const readBy = async (reader: SignedIn) => [
    await lines(reader, ofPayment),
    await lines(reader, ofPerson),
    (await lines(reader, '?action=rules.held&limit=100'))[0],
    await fileOf(reader),
  ];
  const [others, own] = [await readBy(admin), await readBy(who)];
  const [[payment = 0] = [], [person = 0] = [], held] = others as [number[], number[], number];
  // With the case of the payment, which names the person alone.
  expect(others).toEqual([[payment, 1], [person, 3], held, true]);
  expect(own).toEqual([[payment - 1, 0], [person - 3, 0], held - 1, false]);
});

it('a member of staff reads no line about themselves of the time when those did not name them', async () => {
  const who = await calls.verified(100);
  const made = await pay(who, 'Octavio Malendroit');
  await database.rows(
    `INSERT INTO kyc_submissions (user_id, first_name, last_name, birth_date, address, submitted_at, status)
     VALUES (?, 'A', 'B', '1990-01-01', 'C', UTC_TIMESTAMP(3), 'superseded')`,
    [who.id],
  );
  const only = async (column: string, table: string) => {
    const found = await database.rows(`SELECT ${column} AS name FROM ${table} WHERE user_id = ?`, [who.id]);
    return found[0]?.name;
  };
  const marker = `old-${who.id}`;
  for (const [action, userId, values] of [
    ['payment.screened', null, { reference: made.reference, entry: 'made-up-6' }],
    ['kyc.checked', null, { id: Number(await only('id', 'kyc_submissions')), count: 1 }],
    ['case.noted', null, { reference: await only('reference', 'cases') }],
    ['rules.blocked', who.id, { kind: 'payment', rules: 'Règle du journal' }],
  ] as const) {
    await database.rows(
      `INSERT INTO audit_log (created_at, user_id, action, type, text, params, request_id)
       VALUES (NOW(3), ?, ?, 'warning', ?, ?, ?)`,
      [userId, action, action, JSON.stringify(values), marker],
    );
  }
  await promote(database, who);
  const seenBy = async (reader: SignedIn) => {
    const { logs } = (await calls.get<LogList>(reader, 'admin/logs?limit=100')).body;
    return logs.filter((line) => line.request_id === marker).map(({ action }) => action);
  };
  const all = ['rules.blocked', 'case.noted', 'kyc.checked', 'payment.screened'];
  expect([await seenBy(admin), await seenBy(who)]).toEqual([all, all]);
  const query = (sql: string, values?: unknown[]) => database.rows(sql, values);
  const runner = { query } as unknown as QueryRunner;
  for (let run = 0; run < 2; run += 1) await new NamePersonsOfOldLines20261201000001().up(runner);
  expect([await seenBy(admin), await seenBy(who)]).toEqual([all, []]);
});

/** Whether the export of the log has the rule. */
async function fileOf({ token }: SignedIn): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}` };
  const file = await fetch(`${bank.shellUrl}/api/admin/logs/export?format=csv&action=rules.held`, {
    headers,
  });
  expect(file.status).toBe(200);
  return (await file.text()).includes('Règle du journal');
}

describe('a payment that was ordered before any list had come', () => {
  /** As if there had been no list: `name` is its payee's by now. */
  const unscreened = async (who: SignedIn, name: string) => {
    const made = await pay(who, 'Octavio Malendroit');
    await database.rows('UPDATE payments SET recipient_name = ? WHERE id = ?', [name, made.id]);
    await database.rows(`UPDATE payment_findings SET entry = 'no-list' WHERE payment_id = ?`, [made.id]);
    return made;
  };
  const entries = async (made: { id: number }) => (await detail(made)).sanctions.map(({ entry }) => entry);

  it('is compared when it is decided, and decided by who has seen what was found', async () => {
    const who = await calls.verified(100);
    const made = await unscreened(who, 'Vadim Zoroguev');
    await database.rows(
      'UPDATE payments SET first_approved_by = ?, first_approved_at = NOW(3) WHERE id = ?',
      [admin.id, made.id],
    );
    await promote(database, who);
    const unseen = { payment_id: made.id, validation_code: '000000', seen: [] };
    expect((await calls.post(who, 'paiement/validate', unseen)).body).toMatchObject({ code: 'OWN_PAYMENT' });
    expect(await entries(made)).toEqual(['no-list']);
    const page = await listen(bank.shellUrl, admin.token);
    const refused = await calls.validate(admin, made);
    expect(refused).toMatchObject({ status: 409, body: { code: 'CASE_CHANGED' } });
    expect(await entries(made)).toEqual([expect.stringMatching(/^made-up-/)]);
    const [row] = await database.rows('SELECT first_approved_by FROM payments WHERE id = ?', [made.id]);
    expect(row?.first_approved_by).toBeNull();
    const { id } = made;
    const change = { type: 'payment', data: { id, status: 'pending', stage: 'awaiting_approval' } };
    await until(async () => page.events.some(({ type, data }) => type === 'payment' && data.id === id));
    page.close();
    expect(page.events).toContainEqual(change);
    const [news] = await database.rows(
      `SELECT e.params FROM case_entries e JOIN cases c ON c.id = e.case_id WHERE c.cause = ? AND e.kind = 'news'`,
      [`payment:${id}`],
    );
    expect(String(news?.params)).toContain('is like one of it');
    expect((await calls.validate(admin, made)).status).toBe(200);
  });

  it('is approved by neither of two who decide at once, since neither has seen what was found', async () => {
    const made = await unscreened(await calls.verified(100), 'Vadim Zoroguev');
    const colleague = await calls.administrator();
    const answers = await whileLocked(bank, {
      lock: `SELECT id FROM payments WHERE id = ${made.id} FOR UPDATE`,
      begin: () => Promise.all([admin, colleague].map((each) => calls.validate(each, made))),
      waits: `p.id = ${made.id} FOR UPDATE`,
      count: 2,
    });
    const changed = expect.objectContaining({ code: 'CASE_CHANGED' }) as unknown;
    expect(answers.map(({ body }) => body)).toEqual([changed, changed]);
  });

  it('is approved by neither of two who decide one after the other, until each has read what was found', async () => {
    const made = await unscreened(await calls.verified(100), 'Vadim Zoroguev');
    const approve = async (who: SignedIn, seen: string[]) => {
      const order = { payment_id: made.id, validation_code: '000000', seen };
      const { status, body } = await calls.post<{ code?: string }>(who, 'paiement/validate', order);
      return [status, body.code];
    };
    const colleague = await calls.administrator();
    for (const who of [admin, colleague])
      expect(await approve(who, ['no-list'])).toEqual([409, 'CASE_CHANGED']);
    expect(await approve(colleague, await entries(made))).toEqual([200, undefined]);
  });

  it('is approved at once when its payee is not on the list', async () => {
    const who = await calls.verified(100);
    const made = await unscreened(who, 'Anne Durand');
    expect((await calls.validate(admin, made)).status).toBe(200);
    const { sanctions, risk } = await detail(made);
    expect([sanctions, risk.reasons]).toEqual([[], expect.not.arrayContaining(['sanctions'])]);
  });
});

it('a person may let it go, and it is sent', async () => {
  const who = await calls.verified(100);
  const made = await pay(who, 'Vadim Zoroguev', { payment_method: 'sepa_instant' });
  expect((await calls.validate(admin, made)).status).toBe(200);
  await until(async () => (await stageOf(who, made)) === 'settled');
});

it('a payee added is logged about its customer when its name is like one, and can be added', async () => {
  const who = await calls.verified(100);
  const logged = async () => {
    const path = `admin/logs/history?about=user:${who.id}&limit=100`;
    const { logs } = (await calls.get<LogList>(admin, path)).body;
    return logs.filter(({ action }) => action === 'beneficiary.screened');
  };
  for (const [name, count] of [
    ['Anne Durand', 0],
    ['Zenobia Shipping Holding', 1],
  ] as const) {
    const { status } = await calls.post<Beneficiary>(who, 'beneficiaries', { name, account: newIban() });
    expect([name, status, (await logged()).length]).toEqual([name, 201, count]);
  }
});

describe('a planned payment', () => {
  const tomorrow = addDays(parisDay(new Date()), 1);
  const due = ({ id }: { id: number }) =>
    database.rows('UPDATE payments SET execution_day = execution_day - INTERVAL 2 DAY WHERE id = ?', [id]);
  const rename = ({ id }: { id: number }, name: string) =>
    database.rows('UPDATE payments SET recipient_name = ? WHERE id = ?', [name, id]);

  it('is handed back to a person when its payee came on the list since, and then leaves', async () => {
    const who = await calls.verified(100);
    const made = await pay(who, 'Anne Durand', { execution_date: tomorrow });
    expect(made.stage).toBe('scheduled');
    // As if the list had grown.
    await rename(made, 'Octave Malendroit');
    await due(made);
    await until(async () => (await stageOf(who, made)) === 'awaiting_approval');
    expect((await detail(made)).risk.reasons).toContain('sanctions');
    const told = `SELECT 1 FROM notifications WHERE user_id = ? AND text_key = 'payment_waiting'`;
    expect(await database.rows(told, [who.id])).toHaveLength(1);
    expect(await calls.fundsOf(who)).toEqual([10_000, 500]);
    expect((await calls.validate(admin, made)).status).toBe(200);
    await until(async () => ['queued', 'sent', 'settled'].includes(await stageOf(who, made)));
  });

  it('does not hold a payment again that a person has decided', async () => {
    const who = await calls.verified(100);
    const made = await pay(who, 'Octave Malendroit', { execution_date: tomorrow });
    expect((await calls.validate(admin, made)).status).toBe(200);
    expect(await stageOf(who, made)).toBe('scheduled');
    await due(made);
    await until(async () => ['queued', 'sent', 'settled'].includes(await stageOf(who, made)));
  });
});

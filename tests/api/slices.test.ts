/** @jest-environment ./tests/support/bank-environment.ts */
import type { RowOutcome, SliceOutcome } from '../../libs/contracts/slices';
import type { StaffRole } from '../../libs/contracts/permissions';
import { atLength } from '../support/at-length';
import { newCustomer, promote, type SignedIn } from '../support/customers';
import { call } from '../support/http';
import { logLines } from '../support/log-lines';
import { sharedBank } from '../support/shared-bank';
import { letNoPaymentGo, type MadePayment, newIban, paymentCalls } from './payment-fixture';

/** What one person does with a long selection: many calls, each for a slice of its rows. */
const { bank, database } = sharedBank();
const calls = paymentCalls(bank.shellUrl, database);
letNoPaymentGo(bank);

/** Of several slices. */
const count = atLength(1_050, 130);
/** Later than those of other tests, whose lists show what is due first. */
const farOff = '2040-01-01';

interface Row {
  id: number;
  version?: number;
}
interface Slice {
  method: 'PUT' | 'POST';
  path: string;
  key: string;
  rows: readonly Row[];
  shared: object;
}
const send = (who: SignedIn, { method, path, key, rows, shared }: Slice) =>
  call<SliceOutcome & { code?: string }>(method, `${bank.shellUrl}/api/${path}`, {
    token: who.token,
    body: { ...shared, rows },
    headers: { 'idempotency-key': key },
  });

/** Sends all rows as a page of the back-office does: what a call left is in the next. */
async function sendAll(who: SignedIn, { rows, ...order }: Slice): Promise<RowOutcome[]> {
  const outcomes: RowOutcome[] = [];
  for (let at = 0; at < rows.length; at = outcomes.length) {
    const { status, body } = await send(who, { ...order, rows: rows.slice(at, at + 100) });
    if (status !== 200 || body.rows.length === 0) throw new Error(`answered ${status} ${body.code}`);
    outcomes.push(...body.rows);
  }
  return outcomes;
}
const tally = (outcomes: readonly RowOutcome[]) => {
  const counted: Record<string, number> = {};
  for (const { outcome, refusal } of outcomes) {
    const name = refusal ?? outcome;
    counted[name] = (counted[name] ?? 0) + 1;
  }
  return counted;
};
const doneOf = (outcomes: readonly RowOutcome[]): Row[] =>
  outcomes
    .filter(({ outcome }) => outcome === 'done')
    .map(({ id, version }) => ({ id, ...(version !== undefined && { version }) }));
const member = async (...roles: StaffRole[]) => {
  const person = await newCustomer(bank.shellUrl);
  await promote(database, person, roles);
  return person;
};
const api = (who: SignedIn, method: string, path: string, body?: unknown) =>
  call<{ code?: string }>(method, `${bank.shellUrl}/api/${path}`, { token: who.token, body });
const wordsOf = async (action: string, { id }: SignedIn) =>
  (await logLines(database, 'user_id = ? AND action = ?', [id, action])).length;

async function makeTickets(name: string): Promise<Row[]> {
  await database.rows(
    `INSERT INTO tickets (reference, first_name, last_name, email, category, priority, subject, message, answer_by, created_at)
     SELECT CONCAT(?, '-', seq), 'Ana', 'Rose', CONCAT(?, '@example.org'), 'other', 'normal', 'S', 'M', ?, UTC_TIMESTAMP(3)
     FROM seq_1_to_${count}`,
    [name, name, farOff],
  );
  const rows = await database.rows('SELECT id FROM tickets WHERE email = ? ORDER BY id', [
    `${name}@example.org`,
  ]);
  return rows.map(({ id }) => ({ id: Number(id) }));
}
const countTickets = async (name: string, status: string) =>
  Number(
    (
      await database.rows('SELECT COUNT(*) AS n FROM tickets WHERE email = ? AND status = ?', [
        `${name}@example.org`,
        status,
      ])
    )[0]?.n,
  );

async function makeCases({ id: userId }: SignedIn, howMany = count): Promise<Required<Row>[]> {
  await database.rows(
    `INSERT INTO cases (reference, kind, topic, user_id, due_at, created_at)
     SELECT CONCAT('SL-', ?, '-', seq), 'finding', 'account', ?, ?, UTC_TIMESTAMP(3) FROM seq_1_to_${howMany}`,
    [userId, userId, farOff],
  );
  const rows = await database.rows('SELECT id, version FROM cases WHERE user_id = ? ORDER BY id', [userId]);
  return rows.map(({ id, version }) => ({ id: Number(id), version: Number(version) }));
}
const heldBy = async (subject: SignedIn, { id }: SignedIn) =>
  Number(
    (
      await database.rows('SELECT COUNT(*) AS n FROM cases WHERE user_id = ? AND assignee_id = ?', [
        subject.id,
        id,
      ])
    )[0]?.n,
  );
/** Other tests of the bank read its queue. */
const removeCases = async ({ id }: SignedIn) => {
  const those = 'SELECT id FROM cases WHERE user_id = ?';
  await database.rows(`DELETE FROM case_entries WHERE case_id IN (${those})`, [id]);
  await database.rows('DELETE FROM cases WHERE user_id = ?', [id]);
};

describe('messages of several slices', () => {
  it('are closed and opened again, each once for its key in whichever slice', async () => {
    const clerk = await member('support');
    const name = `slice-${clerk.id}`;
    const rows = await makeTickets(name);
    const [first, second] = rows;
    const close = { method: 'PUT', path: 'admin/tickets/status', key: 'close', rows } as const;
    await api(clerk, 'PUT', `admin/tickets/${first?.id}/status`, { status: 'closed' });
    await api(clerk, 'POST', `admin/tickets/${second?.id}/answers`, { message: 'Bonjour' });
    const closed = await sendAll(clerk, { ...close, shared: { status: 'closed' } });
    expect(tally(closed)).toEqual({ done: count - 1, unchanged: 1 });
    expect(await countTickets(name, 'closed')).toBe(count);
    const lines = await wordsOf('ticket.closed', clerk);
    expect(lines).toBe(count);

    // The answer was lost: a page that sends the rows again, in other slices, hears the same and does nothing.
    const again = await sendAll(clerk, { ...close, rows: rows.slice(50), shared: { status: 'closed' } });
    expect(again).toEqual(closed.slice(50));
    expect(await wordsOf('ticket.closed', clerk)).toBe(lines);
    const other = await send(clerk, { ...close, rows: rows.slice(7, 8), shared: { status: 'open' } });
    expect(other.body.rows).toMatchObject([{ outcome: 'refused', refusal: 'IDEMPOTENCY_KEY_REUSED' }]);

    const undo = { ...close, key: 'undo', rows: doneOf(closed), shared: { status: 'open', undo: true } };
    expect(tally(await sendAll(clerk, undo))).toEqual({ done: count - 1 });
    expect(await countTickets(name, 'closed')).toBe(1);
    expect(await countTickets(name, 'answered')).toBe(1);
    await database.rows(`UPDATE tickets SET status = 'closed' WHERE email = ?`, [`${name}@example.org`]);
  });
});

describe('cases of several slices', () => {
  it('are assigned except those that changed meanwhile, and released except those with new entries', async () => {
    const [clerk, colleague, subject] = await Promise.all([
      member('compliance'),
      member('compliance'),
      newCustomer(bank.shellUrl),
    ]);
    if (!clerk || !colleague || !subject) throw new Error('nobody');
    const rows = await makeCases(subject);
    const [own] = await makeCases(clerk, 1);
    const at = (place: number) => rows[place]?.id;
    const assign = (id: number | undefined) =>
      api(colleague, 'PUT', `admin/cases/${id}/assignee`, { assignee: 'me', version: 1 });
    expect((await assign(at(3))).status).toBe(200);
    expect((await api(colleague, 'POST', `admin/cases/${at(4)}/notes`, { text: 'Vu.' })).status).toBe(201);
    await database.rows(`UPDATE cases SET state = 'decided', decision = 'refused' WHERE id = ?`, [at(5)]);
    const order = { method: 'PUT', path: 'admin/cases/assignee' } as const;
    const all = [...rows, ...(own ? [own] : []), { id: 999_999_999, version: 1 }];
    const take = { ...order, key: 'take', rows: all, shared: { assignee: 'me' } };
    const taken = await sendAll(clerk, take);
    expect(tally(taken)).toEqual({
      done: count - 3,
      CASE_TAKEN: 1,
      CASE_CHANGED: 1,
      CASE_DECIDED: 1,
      // That about the clerk, and one that is not there.
      NOT_FOUND: 2,
    });
    expect(taken.find(({ refusal }) => refusal === 'CASE_TAKEN')).toMatchObject({
      id: at(3),
      outcome: 'refused',
      error: expect.any(String),
    });
    expect(await heldBy(subject, clerk)).toBe(count - 3);
    expect(await wordsOf('case.taken', clerk)).toBe(count - 3);
    expect(await sendAll(clerk, take)).toEqual(taken);
    expect(await wordsOf('case.taken', clerk)).toBe(count - 3);

    const mine = doneOf(taken);
    const written = await api(clerk, 'POST', `admin/cases/${at(10)}/notes`, { text: 'Je vérifie.' });
    expect(written.status).toBe(201);
    const back = await sendAll(clerk, { ...order, key: 'back', rows: mine, shared: { assignee: 'nobody' } });
    expect(tally(back)).toEqual({ done: mine.length - 1, CASE_CHANGED: 1 });
    expect(await heldBy(subject, clerk)).toBe(1);
    // A colleague's is not given back by who chose everything.
    const others = { ...order, key: 'all', rows: rows.slice(3, 4), shared: { assignee: 'nobody' } };
    expect((await send(clerk, others)).body.rows).toMatchObject([{ refusal: 'CASE_TAKEN' }]);
    await removeCases(subject);
    await removeCases(clerk);
  });

  it('go to one of two people who take the same rows at the same moment', async () => {
    const people = await Promise.all([member('support'), member('support')]);
    const subject = await newCustomer(bank.shellUrl);
    const rows = await makeCases(subject, 60);
    const take = { method: 'PUT', path: 'admin/cases/assignee', rows, shared: { assignee: 'me' } } as const;
    const [left, right] = await Promise.all(people.map((who) => sendAll(who, { ...take, key: 'both' })));
    const winners = rows.map(({ id }) =>
      [left, right].filter((each) => each?.some((row) => row.id === id && row.outcome === 'done')),
    );
    expect(winners.every((each) => each.length === 1)).toBe(true);
    const held = await Promise.all(people.map((who) => heldBy(subject, who)));
    expect(held).toEqual([doneOf(left ?? []).length, doneOf(right ?? []).length]);
    await removeCases(subject);
  });
});

describe('several payments', () => {
  const order = { method: 'POST', path: 'paiement/decisions' } as const;
  const make = async (payer: SignedIn, howMany: number): Promise<MadePayment[]> => {
    const made: MadePayment[] = [];
    for (let each = 0; each < howMany; each += 1) {
      made.push(await calls.pay(payer, { amount: 5, recipient_account: newIban() }));
    }
    return made;
  };
  const status = async ({ id }: { id: number }) =>
    (await database.rows('SELECT stage, decided_by FROM payments WHERE id = ?', [id]))[0];

  it('are refused and approved once each, except those that a colleague decided', async () => {
    const [clerk, colleague, payer] = await Promise.all([
      member('payments'),
      member('payments'),
      calls.customer(1_000),
    ]);
    if (!clerk || !colleague || !payer) throw new Error('nobody');
    await calls.post(clerk, 'balance/update', { amount: 20, type: 'add' });
    const made = await make(payer, 24);
    const [own] = await make(clerk, 1);
    const [first, second] = made;
    if (!first || !second || !own) throw new Error('no payment');
    await calls.validate(colleague, first);
    await calls.reject(colleague, second);
    const kept = [await status(first), await status(second)];
    const rows = [...made, own].map(({ id }) => ({ id }));
    const approve = { ...order, key: 'approve', rows: rows.slice(0, 13), shared: { decision: 'approve' } };
    const approved = await sendAll(clerk, { ...approve, rows: [...approve.rows, { id: own.id }] });
    expect(tally(approved)).toEqual({ done: 11, PAYMENT_NOT_PENDING: 2, OWN_PAYMENT: 1 });
    expect(await sendAll(clerk, approve)).toEqual(approved.slice(0, 13));
    const reject = { ...order, key: 'reject', rows, shared: { decision: 'reject' } };
    const rejected = await sendAll(clerk, reject);
    expect(tally(rejected)).toEqual({ done: 12, PAYMENT_NOT_PENDING: 13 });
    expect((await status(first))?.decided_by).toBe(kept[0]?.decided_by);
    expect((await status(second))?.stage).toBe(kept[1]?.stage);
    const holds = await database.rows(
      `SELECT state = 'released' AS isReleased, COUNT(*) AS n FROM holds WHERE payment_id IN (?) GROUP BY isReleased`,
      [made.map(({ id }) => id)],
    );
    expect(holds.map(({ isReleased, n }) => [Number(isReleased), Number(n)])).toEqual(
      expect.arrayContaining([
        [1, 12],
        [0, 12],
      ]),
    );
    expect(await wordsOf('payment.approved', clerk)).toBe(11);
    expect(await wordsOf('payment.rejected', clerk)).toBe(12);
  });

  it('need the one-time code of an approver who has one; a missing code counts as no attempt', async () => {
    const [clerk, payer] = await Promise.all([calls.protectedAdministrator(), calls.customer(100)]);
    const made = await make(payer, 8);
    const rows = made.map(({ id }) => ({ id }));
    const approve = { ...order, key: 'codes', rows, shared: { decision: 'approve' } };
    expect(tally(await sendAll(clerk, approve))).toEqual({ INVALID_TWO_FACTOR_CODE: 8 });
    const [first] = made;
    if (!first) throw new Error('no payment');
    expect((await calls.validate(clerk, first, await clerk.freshCode())).status).toBe(200);
  });
});

it('is how payments are taken too, and not by people without the role for it', async () => {
  const [clerk, colleague, auditor, payer] = await Promise.all([
    member('payments'),
    member('payments'),
    member('auditor'),
    calls.customer(100),
  ]);
  if (!clerk || !colleague || !auditor || !payer) throw new Error('nobody');
  const made = await Promise.all([5, 6, 7].map((amount) => calls.pay(payer, { amount })));
  const rows = made.map(({ id }) => ({ id }));
  const work = { method: 'PUT', path: 'admin/work/payments', rows, shared: { taken: true } } as const;
  await api(colleague, 'PUT', `admin/work/payments/${rows[0]?.id}`, { taken: true });
  await api(clerk, 'PUT', `admin/work/payments/${rows[1]?.id}`, { taken: true });
  expect(tally((await send(clerk, { ...work, key: 'take' })).body.rows)).toEqual({
    WORK_TAKEN: 1,
    unchanged: 1,
    done: 1,
  });
  const back = await send(clerk, { ...work, key: 'back', shared: { taken: false } });
  expect(tally(back.body.rows)).toEqual({ WORK_TAKEN: 1, done: 2 });
  expect((await send(auditor, { ...work, key: 'a' })).body.code).toBe('OUTSIDE_ROLES');
  expect((await send(payer, { ...work, key: 'b' })).body.code).toBe('FORBIDDEN');
  expect((await send(clerk, { ...work, path: 'admin/work/kyc', key: 'c' })).body.code).toBe('OUTSIDE_ROLES');
  for (const wrong of [
    [],
    [...rows, rows[0] ?? { id: 1 }],
    Array.from({ length: 101 }, (_, at) => ({ id: at + 1 })),
  ]) {
    expect((await send(clerk, { ...work, rows: wrong, key: 'd' })).status).toBe(422);
  }
});

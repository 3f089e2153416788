/** @jest-environment ./tests/support/bank-environment.ts */
import type { EntryMode } from '@bank/contracts/rails/cards';
import type { ReplayDifferences, RuleDefinition, RuleDetail, RuleReplays } from '@bank/contracts/rules';
import { ReplayRuns } from '../../bff/src/people/rule-administration/replay-runs.service';
import type { Config } from '../../bff/src/platform/config/config';
import { databaseOptions } from '../../bff/src/platform/database/connection-options';
import { Database } from '../../bff/src/platform/database/database';
import { Clock } from '../../bff/src/platform/time/clock.service';
import { parisDay } from '../../bff/src/platform/time/paris-day';
import { cardNetwork, newCard } from '../support/card-network';
import { connectTo, newPassword, promote, type SignedIn } from '../support/customers';
import { call } from '../support/http';
import { sharedBank } from '../support/shared-bank';
import { type Asked, staffCalls } from '../support/staff';
import { until } from '../support/until';
import { newIban, order, paymentCalls } from './payment-fixture';

const { bank, database } = sharedBank();
let calls: ReturnType<typeof paymentCalls>;
let staff: ReturnType<typeof staffCalls>;
let compliance: SignedIn;
/** What the rules of this file are about: an amount that no other test sends. */
const rare = 7_777.77;

beforeAll(async () => {
  calls = paymentCalls(bank.shellUrl, database);
  staff = staffCalls(bank.shellUrl, database);
  compliance = await staff.administrator();
  await promote(database, compliance, ['compliance']);
});
/** The file's own connection ends before; a higher publication has the servers read the rules again. */
afterAll(async () => {
  const owner = connectTo(bank.migrationUrl);
  await owner.rows(
    `UPDATE rule_versions SET state = 'replaced', publication = publication + 100000 WHERE rule_id = ? AND state = 'published'`,
    [rule?.id ?? 0],
  );
  await owner.end();
});

const definition = (changes: Partial<RuleDefinition> = {}): RuleDefinition => ({
  name: { fr: 'Montant rare', en: 'Rare amount' },
  reason: { fr: 'Rare.', en: 'Rare.' },
  events: ['transfer'],
  action: 'hold',
  weight: 10,
  enabled: true,
  condition: {
    test: 'all',
    of: [
      {
        test: 'compare',
        left: { of: 'fact', fact: 'amount' },
        is: 'at_least',
        right: { of: 'number', value: rare },
      },
      {
        test: 'compare',
        left: { of: 'fact', fact: 'amount' },
        is: 'at_most',
        right: { of: 'number', value: rare },
      },
    ],
  },
  ...changes,
});
const ask = <Body = RuleDetail & { code?: string }>(
  who: SignedIn,
  method: string,
  path: string,
  body?: unknown,
) => staff.ask<Body>(who, method, `rules${path}`, body);
let rule: RuleDetail | undefined;
const newestOf = async () => (await ask(compliance, 'GET', `/${rule?.id}`)).body.versions[0];

/** Saves a draft, and has it published by a second person. */
async function publish(changes: Partial<RuleDefinition>): Promise<void> {
  const version = rule ? ((await newestOf())?.version ?? 0) : 0;
  const draft = { definition: definition(changes), base_version: version };
  const saved = await ask(compliance, rule ? 'PUT' : 'POST', rule ? `/${rule.id}` : '', draft);
  rule = saved.body;
  const sent = { version: rule.versions[0]?.version };
  const asked = await ask<Asked>(compliance, 'POST', `/${rule.id}/publish`, sent);
  expect((await staff.approved(asked)).status).toBe(200);
}
const send = (who: SignedIn, to: SignedIn, amount = rare, approve = false) =>
  call<Record<string, unknown> & { code?: string }>('POST', `${bank.shellUrl}/api/balance/transfer`, {
    token: who.token,
    body: { recipient_id: to.id, amount },
    approve,
  });
const eventsOf = (who: SignedIn) =>
  database.rows(
    'SELECT id, action, counted, outcome, case_id FROM rule_events WHERE user_id = ? ORDER BY id',
    [who.id],
  );
/** Lets what was held of a customer's happen. */
async function accept(who: SignedIn): Promise<void> {
  const path = `cases/${Number((await eventsOf(who))[0]?.case_id)}`;
  const { version } = (await staff.ask<{ version: number }>(compliance, 'GET', path)).body;
  const decision = { decision: 'accepted', reason: 'Vérifié au téléphone.', version };
  expect((await staff.ask(compliance, 'POST', `${path}/decision`, decision)).status).toBe(200);
}

describe('the publication of a rule', () => {
  it('takes a draft, an approval and a second person, who is not the requester', async () => {
    const saved = await ask(compliance, 'POST', '', { definition: definition(), base_version: 0 });
    expect(saved.status).toBe(201);
    rule = saved.body;
    expect(rule.versions).toMatchObject([{ version: 1, state: 'draft', waiting: false }]);
    const path = `/${rule.id}/publish`;
    const unapproved = { token: compliance.token, body: { version: 1 }, approve: false };
    expect(await call('POST', `${bank.shellUrl}/api/admin/rules${path}`, unapproved)).toMatchObject({
      status: 403,
      body: { code: 'APPROVAL_REQUIRED' },
    });
    const asked = await ask<Asked>(compliance, 'POST', path, { version: 1 });
    expect(asked).toMatchObject({ status: 202, body: { approval: { rule: { id: rule.id, version: 1 } } } });
    expect(await newestOf()).toMatchObject({ state: 'draft', waiting: true });
    expect((await staff.approve(compliance, asked.body.approval?.id)).status).toBe(403);
    expect((await staff.approved(asked)).status).toBe(200);
    expect(await newestOf()).toMatchObject({ state: 'published', waiting: false });
  });

  it('is void once the draft changes, and a save over another version is refused', async () => {
    const id = rule?.id;
    const draft = { definition: definition({ weight: 11 }), base_version: 1 };
    expect((await ask(compliance, 'PUT', `/${id}`, draft)).body.versions[0]).toMatchObject({ version: 2 });
    const base_changed_at = (await newestOf())?.changed_at;
    const asked = await ask<Asked>(compliance, 'POST', `/${id}/publish`, { version: 2 });
    const other = { definition: definition({ weight: 12, action: 'block' }), base_version: 2 };
    expect((await ask(compliance, 'PUT', `/${id}`, other)).status).toBe(200);
    expect(await staff.approved(asked)).toMatchObject({ status: 409, body: { code: 'APPROVAL_OUTDATED' } });
    // Also over what the same draft was before a colleague saved it.
    for (const stale of [draft, { ...other, base_changed_at }]) {
      expect(await ask(compliance, 'PUT', `/${id}`, stale)).toMatchObject({
        status: 409,
        body: { code: 'RULE_CHANGED' },
      });
    }
    // Nor is it published as a colleague saved it meanwhile.
    const published = { version: 2, changed_at: base_changed_at };
    expect(await ask(compliance, 'POST', `/${id}/publish`, published)).toMatchObject({
      status: 409,
      body: { code: 'RULE_CHANGED' },
    });
    const current = { ...other, base_changed_at: (await newestOf())?.changed_at };
    expect((await ask(compliance, 'PUT', `/${id}`, current)).status).toBe(200);
  });

  it('refuses a condition that nests deeper than it can be read', async () => {
    const [before = '', after = ''] = JSON.stringify({
      definition: { ...definition(), condition: 'here' },
      base_version: 0,
    }).split('"here"');
    const nested = '{"test":"all","of":['.repeat(5_000) + ']}'.repeat(5_000);
    const answer = await fetch(`${bank.shellUrl}/api/admin/rules`, {
      method: 'POST',
      headers: { authorization: `Bearer ${compliance.token}`, 'content-type': 'application/json' },
      body: before + nested + after,
    });
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'MALFORMED_REQUEST' }]);
  });

  it('is for compliance: payments read, support and customers do not', async () => {
    const payments = await staff.administrator();
    await promote(database, payments, ['payments']);
    expect((await ask(payments, 'GET', '')).status).toBe(200);
    expect((await ask(payments, 'POST', '', { definition: definition(), base_version: 0 })).status).toBe(403);
    expect((await ask(await calls.customer(0), 'GET', '')).status).toBe(403);
    expect((await ask(compliance, 'POST', '', { definition: { name: 'x' }, base_version: 0 })).status).toBe(
      400,
    );
  });
});

describe('a transfer that a rule stops', () => {
  it('is held with reason and next step, becomes one case, and passes once after its release', async () => {
    await publish({ action: 'hold' });
    const [from, to] = [await calls.customer(30_000, 100_000), await calls.customer(0)];
    const held = await send(from, to);
    expect(held).toMatchObject({ status: 422, body: { code: 'HELD_FOR_REVIEW' } });
    expect(held.body).toMatchObject({
      reason: expect.stringMatching(/fraude/),
      next_step: { action: 'contact' },
    });
    await send(from, to);
    const events = await eventsOf(from);
    expect(events.map(({ action, counted }) => [action, Number(counted)])).toEqual([
      ['hold', 0],
      ['hold', 0],
    ]);
    expect(new Set(events.map(({ case_id }) => Number(case_id))).size).toBe(1);
    await accept(from);
    expect((await send(from, to)).status).toBe(201);
    // Each try joined the case: both are let through, a third one is not.
    expect((await send(from, to)).status).toBe(201);
    expect((await send(from, to)).status).toBe(422);
  });

  it('keeps its release for the day on which there is money for it', async () => {
    const [from, to] = [await calls.customer(8_000, 100_000), await calls.customer(0)];
    expect((await send(from, to)).status).toBe(422);
    await accept(from);
    expect((await send(from, to, 1_000)).status).toBe(201);
    expect((await send(from, to)).body.code).toBe('INSUFFICIENT_FUNDS');
    expect((await send(to, from, 1_000)).status).toBe(201);
    expect((await send(from, to)).status).toBe(201);
  });

  it('is no finding where there is no money for it', async () => {
    await publish({ action: 'allow' });
    const [from, to] = [await calls.customer(100, 100_000), await calls.customer(0)];
    for (let time = 0; time < 2; time += 1)
      expect((await send(from, to)).body.code).toBe('INSUFFICIENT_FUNDS');
    expect(await database.rows('SELECT id FROM cases WHERE user_id = ?', [from.id])).toEqual([]);
  });

  it('is challenged, also for a person without a factor', async () => {
    await publish({ action: 'challenge' });
    const [from, to] = [await calls.customer(30_000, 100_000), await calls.customer(0)];
    expect(await send(from, to)).toMatchObject({ status: 403, body: { code: 'APPROVAL_REQUIRED' } });
    expect(await eventsOf(from)).toEqual([]);
    expect((await send(from, to, rare, true)).status).toBe(201);
    expect(await eventsOf(from)).toMatchObject([{ action: 'challenge' }]);
    expect((await send(from, to, 5)).status).toBe(201);
  });

  it('is challenged when a series of it is ordered, also by a person without a factor', async () => {
    const [from, to] = [await calls.customer(100, 100_000), await calls.customer(0)];
    const place = (amount: number, approve: boolean) =>
      call<{ code?: string }>('POST', `${bank.shellUrl}/api/standing-orders`, {
        token: from.token,
        body: { recipient_id: to.id, amount, frequency: 'monthly', first_run: parisDay(new Date()) },
        approve,
      });
    expect(await place(rare, false)).toMatchObject({ status: 403, body: { code: 'APPROVAL_REQUIRED' } });
    expect((await place(rare, true)).status).toBe(201);
    expect((await place(5, false)).status).toBe(201);
    const approved = 'SELECT approved FROM standing_orders WHERE user_id = ? ORDER BY id';
    const rows = await database.rows(approved, [from.id]);
    expect(rows.map((row) => Number(row.approved))).toEqual([1, 0]);
    expect(await eventsOf(from)).toEqual([]);
  });

  it('is blocked, and leaves no money nor count', async () => {
    await publish({ action: 'block' });
    const [from, to] = [await calls.customer(30_000, 100_000), await calls.customer(0)];
    expect(await send(from, to)).toMatchObject({ status: 422, body: { code: 'BLOCKED_BY_RULE' } });
    expect(await eventsOf(from)).toMatchObject([{ action: 'block', case_id: null }]);
    expect(await database.rows('SELECT * FROM rule_counts WHERE series = ?', [`sent:${from.id}`])).toEqual(
      [],
    );
  });
});

describe('a payment that a rule holds', () => {
  it('waits in the payment centre although its risk is low, and is a case', async () => {
    await publish({ events: ['payment'], action: 'hold', condition: atLeast(21.21) });
    const from = await calls.verified(1_000);
    const iban = newIban();
    expect(await calls.pay(from, { ...order, amount: 21.2, recipient_account: iban })).toMatchObject({
      decided_by: 'rules',
      risk: { reasons: expect.arrayContaining(['new_recipient', 'country']) as string[] },
    });
    const held = await calls.pay(from, { ...order, amount: 21.21, recipient_account: iban });
    expect(held).toMatchObject({ stage: 'awaiting_approval', decided_by: null });
    const caseOf = ({ id }: { id: number }) =>
      database.rows(
        `SELECT c.id, c.kind, c.state FROM case_links l JOIN cases c ON c.id = l.case_id
         WHERE l.type = 'payment' AND l.target_id = ?`,
        [id],
      );
    expect(await caseOf(held)).toMatchObject([{ kind: 'hold', state: 'open' }]);
    // An equal one waits by itself, also when the first is decided.
    const equal = await calls.pay(from, { ...order, amount: 21.21, recipient_account: iban });
    expect((await calls.reject(await calls.administrator(), held)).status).toBe(200);
    expect(await caseOf(held)).toMatchObject([{ state: 'decided' }]);
    expect(await caseOf(equal)).toMatchObject([{ kind: 'hold', state: 'open' }]);
  });

  it('turns out honest or fraud by the decision about it, and neither when its payer takes it back', async () => {
    const from = await calls.verified(1_000);
    const payment = { ...order, amount: 21.21, recipient_account: newIban() };
    const [approved, rejected, cancelled] = [
      await calls.pay(from, payment),
      await calls.pay(from, payment),
      await calls.pay(from, payment),
    ];
    const colleague = await calls.administrator();
    expect((await calls.validate(colleague, approved)).status).toBe(200);
    expect((await calls.reject(colleague, rejected)).status).toBe(200);
    const path = `${bank.shellUrl}/api/user/payments/${cancelled.id}/cancel`;
    expect((await call('POST', path, { token: from.token })).status).toBe(200);
    const held = (await eventsOf(from)).filter(({ action }) => action === 'hold');
    expect(held.map(({ outcome }) => outcome)).toEqual(['honest', 'fraud', 'unknown']);
  });
});

/** Exactly this amount. */
function atLeast(amount: number): RuleDefinition['condition'] {
  const left = { of: 'fact', fact: 'amount' } as const;
  const right = { of: 'number', value: amount } as const;
  return {
    test: 'all',
    of: [
      { test: 'compare', left, is: 'at_least', right },
      { test: 'compare', left, is: 'at_most', right },
    ],
  };
}

describe('a payment that a rule challenges', () => {
  it('is made after an approval, although an exemption covers its trusted payee', async () => {
    await publish({ events: ['payment'], action: 'challenge', condition: atLeast(21.23) });
    const from = await calls.verified(1_000);
    const account = newIban();
    const added = await calls.post<{ id: number }>(from, 'beneficiaries', { name: 'Anne Durand', account });
    const { recipient_account: _, ...rest } = { ...order, amount: 21.23 };
    const pay = (payee: object, approve: boolean) =>
      call<{ code?: string; approval?: { summary: object } }>('POST', `${bank.shellUrl}/api/paiement`, {
        token: from.token,
        body: { ...rest, ...payee },
        approve,
      });
    const summary = { action: 'payment', amount: 21.23, currency: 'EUR', payee: 'Anne Durand', account };
    for (const payee of [{ beneficiary_id: added.body.id }, { recipient_account: account }]) {
      expect(await pay(payee, false)).toMatchObject({
        status: 403,
        body: { code: 'APPROVAL_REQUIRED', approval: { summary } },
      });
      expect((await pay(payee, true)).status).toBe(201);
    }
    expect(await eventsOf(from)).toEqual(
      expect.arrayContaining(Array(2).fill(expect.objectContaining({ action: 'challenge' }))) as unknown,
    );
  });
});

describe('a card payment for which a rule asks the PIN', () => {
  it('is judged and counted once, also when it comes again with the PIN', async () => {
    await publish({ events: ['card'], action: 'challenge', condition: atLeast(21.37) });
    const who = await calls.verified(1_000);
    const card = await newCard(bank, database, who);
    const pin = { token: who.token, body: { pin: '2580' } };
    expect((await call('POST', `${bank.shellUrl}/api/carte/${card.id}/pin`, pin)).status).toBe(200);
    const pay = async (mode: EntryMode, PIN?: string) => {
      const plastic = { ...card.plastic, ...(PIN && { PIN }) };
      return (await cardNetwork(bank).authorize(plastic, { amount: '21.37', mode })).code;
    };
    const count = async () => (await eventsOf(who)).filter(({ action }) => action === 'challenge').length;
    expect([await pay('CTLS'), await count()]).toEqual(['65', 1]);
    expect([await pay('CICC', '1111'), await count()]).toEqual(['55', 1]);
    expect([await pay('CICC', '2580'), await count()]).toEqual(['00', 1]);
    // What follows is another payment.
    expect([await pay('CICC', '2580'), await count()]).toEqual(['00', 2]);
    expect([await pay('CTLS'), await count()]).toEqual(['65', 3]);
    await database.rows(
      'UPDATE card_purchases SET created_at = created_at - INTERVAL 6 MINUTE WHERE card_id = ?',
      [card.id],
    );
    expect([await pay('CICC', '2580'), await count()]).toEqual(['00', 4]);
  });
});

describe('a card payment that a rule holds', () => {
  it('keeps its release for the day on which there is money for it', async () => {
    await publish({ events: ['card'], action: 'hold', condition: atLeast(21.39) });
    const [who, other] = [await calls.verified(30), await calls.customer(0)];
    const card = await newCard(bank, database, who);
    const pay = async () =>
      (await cardNetwork(bank).authorize(card.plastic, { amount: '21.39', mode: 'CTLS' })).code;
    expect(await pay()).not.toBe('00');
    await accept(who);
    // The overdraft with it.
    expect((await send(who, other, 520)).status).toBe(201);
    expect(await pay()).toBe('51');
    expect((await send(other, who, 520)).status).toBe(201);
    expect(await pay()).toBe('00');
  });
});

describe('a replay', () => {
  let pool: Database;
  let runs: ReplayRuns;
  beforeAll(async () => {
    const settings = { databaseUrl: bank.databaseUrl, databaseConnections: 2 };
    pool = await Database.open(await databaseOptions(settings as Config));
    // The job's own work, without waiting for its turn.
    runs = new ReplayRuns(pool, new Clock());
  });
  afterAll(() => pool.close());

  const finished = async () => {
    const path = `/${rule?.id}/replays`;
    const asked = await ask<{ id: number }>(compliance, 'POST', path, { days: 7 });
    expect(asked.status).toBe(201);
    let found: RuleReplays['replays'][number] | undefined;
    await until(async () => {
      await runs.runAll(new AbortController().signal);
      const { replays } = (await ask<RuleReplays>(compliance, 'GET', path)).body;
      found = replays.find(({ id }) => id === asked.body.id);
      return found?.finished_at != null;
    });
    return found;
  };

  it('is no answer about a rule that does not exist', async () => {
    expect((await ask(compliance, 'GET', '/999999999/replays')).status).toBe(404);
  });

  it('lists the decisions that a version would have changed, by the counters of that moment', async () => {
    const [from, to] = [await calls.customer(1_000), await calls.customer(0)];
    for (const amount of [61.61, 61.61, 61.61, 61.6]) expect((await send(from, to, amount)).status).toBe(201);
    const base_version = (await newestOf())?.version;
    const third: RuleDefinition['condition'] = {
      test: 'compare',
      left: { of: 'counter', counter: 'to_payee', measure: 'sum', hours: 24 },
      is: 'at_least',
      right: { of: 'number', value: 123.22 },
    };
    const wanted = definition({ condition: { test: 'all', of: [atLeast(61.61), third] } });
    const counted = await ask<{ hits: number }>(compliance, 'POST', '/counts', { definition: wanted });
    expect(counted.body.hits).toBe(1);
    expect((await ask(compliance, 'PUT', `/${rule?.id}`, { definition: wanted, base_version })).status).toBe(
      200,
    );
    const replay = await finished();
    expect(replay).toMatchObject({ state: 'done', hits: 1 });
    const readBy = async (reader: SignedIn) => {
      const path = `/${rule?.id}/replays/${replay?.id}/differences?limit=100`;
      const { differences, pagination } = (await ask<ReplayDifferences>(reader, 'GET', path)).body;
      return { own: differences.filter(({ customer }) => customer.id === from.id), total: pagination.total };
    };
    const { own, total } = await readBy(compliance);
    const events = await eventsOf(from);
    expect(own).toMatchObject([{ event_id: Number(events[2]?.id), was: 'allow', would_be: 'hold' }]);
    // Nobody reads of themselves what rules would have held.
    await promote(database, from, ['compliance']);
    expect(await readBy(from)).toEqual({ own: [], total: total - 1 });
  });

  it('names the rules that it judged beside, whatever is published or taken from it while it runs', async () => {
    const path = `/${rule?.id}/replays`;
    const asked = await ask<{ id: number; version: number }>(compliance, 'POST', path, { days: 7 });
    const replay = asked.body.id;
    const inForce = () =>
      database.rows(
        `SELECT rule_id AS id, version FROM rule_versions WHERE state = 'published' AND rule_id <> ? ORDER BY rule_id`,
        [rule?.id],
      );
    const before = await inForce();
    let isLate = false;
    // Between the reading of the rules and that of the events another rule is published.
    const whileItRuns = async (work: () => Promise<unknown>) => {
      const meddled = Object.create(pool) as Database;
      meddled.count = async (...query: Parameters<Database['count']>) => {
        if (!isLate) await work();
        isLate = true;
        return pool.count(...query);
      };
      await new ReplayRuns(meddled, new Clock()).runAll(new AbortController().signal);
    };
    const [other] = before;
    await whileItRuns(() =>
      database.rows(`UPDATE rule_versions SET state = 'replaced' WHERE rule_id = ? AND version = ?`, [
        other?.id,
        other?.version,
      ]),
    );
    const one = async (id: number) =>
      (await ask<RuleReplays>(compliance, 'GET', path)).body.replays.find((each) => each.id === id);
    try {
      expect(await inForce()).toHaveLength(before.length - 1);
      expect(await one(replay)).toMatchObject({
        state: 'done',
        version: asked.body.version,
        beside: before.map(({ id, version }) => ({ id: Number(id), version: Number(version) })),
      });
    } finally {
      await database.rows(`UPDATE rule_versions SET state = 'published' WHERE rule_id = ? AND version = ?`, [
        other?.id,
        other?.version,
      ]);
    }
    const second = (await ask<{ id: number }>(compliance, 'POST', path, { days: 7 })).body.id;
    isLate = false;
    const taken = new Date(Date.now() + 60_000);
    // Another server has begun it again meanwhile: the first one writes nothing more.
    await whileItRuns(() =>
      database.rows('UPDATE rule_replays SET taken_at = ? WHERE id = ?', [taken, second]),
    );
    const [stored] = await database.rows(
      'SELECT COUNT(*) AS found FROM rule_replay_differences WHERE replay_id = ?',
      [second],
    );
    expect([(await one(second))?.state, Number(stored?.found)]).toEqual(['running', 0]);
    await database.rows('UPDATE rule_replays SET taken_at = NOW(3) - INTERVAL 16 MINUTE WHERE id = ?', [
      second,
    ]);
    await runs.runAll(new AbortController().signal);
    expect(await one(second)).toMatchObject({ state: 'done' });
    // A server that died had taken it before the clock was set back.
    await database.rows(
      `UPDATE rule_replays SET state = 'running', taken_at = NOW(3) + INTERVAL 2 HOUR WHERE id = ?`,
      [second],
    );
    await runs.runAll(new AbortController().signal);
    expect(await one(second)).toMatchObject({ state: 'done' });
  });
});

it('never blocks a sign-in with the right password', async () => {
  const who = await calls.customer(0);
  const [{ username } = {}] = await database.rows('SELECT username FROM users WHERE id = ?', [who.id]);
  const body = { username, email: username, password: newPassword };
  for (let time = 0; time < 12; time += 1) {
    expect((await call('POST', `${bank.shellUrl}/api/auth/login`, { body })).status).toBe(200);
  }
  expect(new Set((await eventsOf(who)).map(({ action }) => String(action)))).toEqual(new Set(['allow']));
});

import type { RuleDefinition } from '@bank/contracts/rules';
import { bankAccounts } from '../../bff/src/money/ledger/bank-accounts';
import { legsBetween } from '../../bff/src/money/ledger/movement';
import { outsideIncome } from '../../bff/src/money/ledger/outside-credits';
import { RuleStop } from '../../bff/src/people/rules/rule-stop';
import { startLedger, type TestLedger } from '../support/ledger';
import { ruleServices } from '../support/rule-services';

let bank: TestLedger;
let users: number[];

beforeAll(async () => {
  bank = await startLedger(9);
  users = (await bank.owner.rows('SELECT id FROM users ORDER BY id')).map(({ id }) => Number(id));
});
afterAll(() => bank.stop());

const most = (count: number, counter: 'sent' | 'payers'): RuleDefinition => ({
  name: { fr: 'au plus', en: 'at most' },
  reason: { fr: 'trop', en: 'too many' },
  events: ['transfer'],
  action: 'block',
  weight: 0,
  enabled: true,
  condition: {
    test: 'compare',
    left: { of: 'counter', counter, measure: 'count', hours: 24 },
    is: 'at_least',
    right: { of: 'number', value: count },
  },
});
let publication = 0;
async function publish(definition: RuleDefinition): Promise<void> {
  await bank.owner.rows(`UPDATE rule_versions SET state = 'replaced' WHERE state = 'published'`);
  await bank.owner.rows('INSERT INTO rules (created_at) VALUES (NOW(3))');
  const [row] = await bank.owner.rows('SELECT MAX(id) AS id FROM rules');
  await bank.owner.rows(
    `INSERT INTO rule_versions (rule_id, version, state, definition, changed_by, changed_at, published_at, publication)
     VALUES (?, 1, 'published', ?, ?, NOW(3), NOW(3), ?)`,
    [row?.id, JSON.stringify(definition), users[0], (publication += 1)],
  );
}

/** As many transfers at once, by two servers; returns what became of each. */
function sendAll(pairs: [from: number, to: number][]): Promise<string[]> {
  const servers = [ruleServices(bank.clock).rules, ruleServices(bank.clock).rules];
  const send = ([userId, recipient]: [number, number], index: number) =>
    bank.database
      .transaction((tx) =>
        servers[index % 2]!.score(
          tx,
          { kind: 'transfer', userId, facts: { amount: 1.1 }, keys: { recipient, payee: `c${recipient}` } },
          false,
        ),
      )
      .then(String, (error: unknown) => (error instanceof RuleStop ? error.code : String(error)));
  return Promise.all(pairs.map(send));
}
const times = (outcomes: string[], outcome: string) => outcomes.filter((each) => each === outcome).length;

describe('counters', () => {
  it('let exactly as many through as the rule allows, of parallel events on two servers', async () => {
    await publish(most(7, 'sent'));
    const [from = 0, to = 0] = users;
    const outcomes = await sendAll(Array.from({ length: 40 }, () => [from, to]));
    expect([times(outcomes, 'true'), times(outcomes, 'BLOCKED_BY_RULE')]).toEqual([7, 33]);
    const [kept] = await bank.owner.rows(
      `SELECT SUM(count) AS count, SUM(sum) AS sum FROM rule_counts WHERE series = 'sent:${from}'`,
    );
    expect([Number(kept?.count), Number(kept?.sum)]).toEqual([7, 770]);
  });

  it('are exact for a payee whom several customers pay at once, each counted once', async () => {
    await publish(most(3, 'payers'));
    const to = users[5] ?? 0;
    const payers = users.slice(0, 5).flatMap(
      (from) =>
        [
          [from, to],
          [from, to],
        ] as [number, number][],
    );
    await sendAll(payers);
    const [kept] = await bank.owner.rows(
      `SELECT SUM(count) AS count FROM rule_counts WHERE series = 'payers:c${to}'`,
    );
    expect(Number(kept?.count)).toBe(3);
  });

  /** Judges the transfers of some customers in one transaction, and keeps those that may happen. */
  const judgeTogether = (senders: number[], recipient: number) =>
    bank.database.transaction(async (tx) => {
      const scoring = await ruleServices(bank.clock).rules.begin(
        tx,
        senders.map((userId) => ({
          kind: 'transfer',
          userId,
          facts: { amount: 1.1 },
          keys: { recipient, payee: `c${recipient}` },
        })),
      );
      const actions = scoring.events.map((event) => {
        const decision = scoring.judge(event);
        if (decision.action === 'allow') scoring.keep(event, decision);
        return decision.action;
      });
      scoring.save();
      return actions;
    });
  const countOf = async (series: string) => {
    const sql = 'SELECT SUM(count) AS count, SUM(sum) AS sum FROM rule_counts WHERE series = ?';
    const [kept] = await bank.owner.rows(sql, [series]);
    return [Number(kept?.count), Number(kept?.sum)];
  };
  const markOf = async (series: string) => {
    const sql = 'SELECT first_at AS first, last_at AS last FROM rule_marks WHERE series = ?';
    const [mark] = await bank.owner.rows(sql, [series]);
    return [mark?.first, mark?.last];
  };

  it('count the events of a shared commit one after the other, and one that is stopped leaves the others', async () => {
    const [one = 0, other = 0, to = 0] = users.slice(6);
    await publish(most(1, 'sent'));
    const first = new Date(Math.floor(Date.now() / 1000) * 1000);
    bank.clock.set(first);
    expect(await judgeTogether([one, one, other], to)).toEqual(['allow', 'block', 'allow']);
    expect(await countOf(`sent:${one}`)).toEqual([1, 110]);
    expect(await countOf(`received:${to}`)).toEqual([2, 220]);
    expect(await countOf(`payers:c${to}`)).toEqual([2, 220]);
    await publish(most(3, 'sent'));
    const later = new Date(first.getTime() + 60_000);
    bank.clock.set(later);
    expect(await judgeTogether([one, other, one, one], to)).toEqual(['allow', 'allow', 'allow', 'block']);
    bank.clock.set(new Date());
    expect(await countOf(`sent:${one}`)).toEqual([3, 330]);
    expect(await countOf(`received:${to}`)).toEqual([5, 550]);
    expect(await countOf(`payers:c${to}`)).toEqual([2, 220]);
    expect(await markOf(`sent:${one}`)).toEqual([first, later]);
    expect(await markOf(`payers:c${to}`)).toEqual([first, first]);
  });

  it('make the series of two servers that meet in them for the first time, each once', async () => {
    await publish(most(1_000, 'sent'));
    const [one = 0, other = 0, to = 0] = users.slice(6);
    const meeting = [judgeTogether([to, one], other), judgeTogether([one, to], other)];
    await Promise.all([...meeting, judgeTogether([to], other)]);
    expect(await countOf(`received:${other}`)).toEqual([5, 550]);
    expect(await countOf(`payers:c${other}`)).toEqual([2, 220]);
  });

  it('are as they were when the work of an event fails', async () => {
    await publish(most(1_000, 'sent'));
    const [, from = 0, , to = 0] = users;
    const before = await bank.owner.rows('SELECT * FROM rule_counts ORDER BY series, bucket');
    const { rules } = ruleServices(bank.clock);
    const failing = bank.database.transaction(async (tx) => {
      const keys = { recipient: to, payee: `c${to}` };
      await rules.score(tx, { kind: 'transfer', userId: from, facts: { amount: 5 }, keys }, false);
      throw new Error('the work failed');
    });
    await expect(failing).rejects.toThrow('the work failed');
    expect(await bank.owner.rows('SELECT * FROM rule_counts ORDER BY series, bucket')).toEqual(before);
  });

  it('follow a rule that is published while servers run', async () => {
    const server = ruleServices(bank.clock).rules;
    const [, , from = 0, to = 0] = users;
    const send = () =>
      bank.database
        .transaction((tx) =>
          server.score(
            tx,
            {
              kind: 'transfer',
              userId: from,
              facts: { amount: 1 },
              keys: { recipient: to, payee: `c${to}` },
            },
            false,
          ),
        )
        .then(String, (error: RuleStop) => error.code);
    await publish(most(1_000, 'sent'));
    expect(await send()).toBe('true');
    await publish(most(0, 'sent'));
    expect(await send()).toBe('BLOCKED_BY_RULE');
  });
});

describe('credits of other banks', () => {
  /** Credits of one transaction, each of one euro and another sender. */
  const credit = (accounts: number[], from: number) =>
    bank.database.transaction(async (tx) => {
      const locked = await bank.ledger.lock(tx, [bankAccounts.settlement, ...accounts]);
      const movements = accounts.map((account, nth) => ({
        kind: 'credit' as const,
        description: 'Salaire',
        createdBy: null,
        requestId: null,
        sender: `DE${from}.${nth}`,
        legs: legsBetween(bankAccounts.settlement, account, 100n),
      }));
      await bank.ledger.appendAll(tx, locked, movements);
    });
  const incomeOf = (account: number) =>
    bank.database.transaction(async (tx) => {
      const locked = (await bank.ledger.lock(tx, [account])).get(account);
      return { ...locked, income: outsideIncome(locked?.outsideCredits ?? null, bank.clock.now()) };
    });

  it('is known exactly whenever the account is locked, while transactions credit it at once', async () => {
    const [one, other] = [bank.customer(0), bank.customer(1)];
    const credits = Array.from({ length: 30 }, (_, nth) => credit([one, other, one], nth));
    const reads = Array.from({ length: 30 }, () => incomeOf(one));
    for (const { balance, income } of await Promise.all(reads)) expect(income.day).toBe(balance);
    await Promise.all(credits);
    const all = await incomeOf(one);
    expect([all.income.day, all.income.hour, all.balance]).toEqual([6_000n, 6_000n, 6_000n]);
    // Of sixty senders, eight are distinguished within ten minutes.
    expect(all.income.senders).toBeGreaterThanOrEqual(8);
    expect((await incomeOf(other)).income.day).toBe(3_000n);
  });

  it('is no more after a day, and money of customers or of nobody is none of it', async () => {
    const account = bank.customer(2);
    await credit([account], 0);
    await bank.move(bankAccounts.settlement, account, 500n);
    expect((await incomeOf(account)).income).toEqual({ day: 100n, hour: 100n, senders: 1 });
    bank.clock.set(new Date(Date.now() + 25 * 3_600_000));
    expect((await incomeOf(account)).income).toEqual({ day: 0n, hour: 0n, senders: 0 });
  });
});

import { visitorLeftovers } from '../../bff/src/care/conversations/visitor-leftovers';
import { attachmentLeftovers } from '../../bff/src/care/support/attachment-leftovers';
import { embedLeftovers } from '../../bff/src/front/embed/embed-leftovers';
import { webhookLeftovers } from '../../bff/src/front/webhooks/webhook-leftovers';
import { quoteLeftovers } from '../../bff/src/money/exchange/quote-leftovers';
import { creditFileLeftovers } from '../../bff/src/money/receipts/credit-file-leftovers';
import { statementLeftovers } from '../../bff/src/money/reconciliation/statement-leftovers';
import { signInLeftovers } from '../../bff/src/people/auth/sign-in-leftovers';
import { ruleLeftovers } from '../../bff/src/people/rules/rule-leftovers';
import { platformLeftovers } from '../../bff/src/platform/jobs/leftovers';
import { messageLeftovers } from '../../bff/src/ports/messages/message-leftovers';
import { PurgeJob } from '../../bff/src/platform/jobs/purge.job';
import { never, startJobs, type TestJobs } from '../support/jobs';

let jobs: TestJobs;
beforeEach(async () => {
  jobs = await startJobs();
});
afterEach(() => jobs.stop());

it('purges expired rows: keys after seven days, and those of sign-ins', async () => {
  const at = (days: number) => new Date(jobs.clock.now().getTime() - days * 86_400_000);
  for (const [key, age] of [
    ['old', 7.1],
    ['young', 6.9],
  ] as const) {
    await jobs.bank.owner.rows(
      `INSERT INTO idempotency_keys (client, idempotency_key, request_hash, created_at) VALUES ('u', ?, 'x', ?)`,
      [key, at(age)],
    );
  }
  const [user] = await jobs.bank.owner.rows('SELECT MIN(id) AS id FROM users');
  for (const [device, age] of [
    ['old', 8],
    ['young', 6],
  ] as const) {
    await jobs.bank.owner.rows(
      `INSERT INTO sessions (user_id, device, created_at, expires_at, last_active_at) VALUES (?, ?, ?, ?, ?)`,
      [user?.id, device, at(age), at(age), at(age)],
    );
  }
  const job = new PurgeJob(jobs.bank.database, [...signInLeftovers, ...platformLeftovers]);
  expect((await job.run(jobs.clock.now(), never)).done).toBe(2);
  expect(await jobs.bank.owner.rows('SELECT idempotency_key FROM idempotency_keys')).toEqual([
    { idempotency_key: 'young' },
  ]);
  expect(await jobs.bank.owner.rows('SELECT device FROM sessions')).toEqual([{ device: 'young' }]);
});

it.each([
  ...signInLeftovers,
  ...platformLeftovers,
  ...embedLeftovers,
  ...webhookLeftovers,
  ...quoteLeftovers,
  ...attachmentLeftovers,
  ...visitorLeftovers,
  ...ruleLeftovers,
  ...messageLeftovers.filter(({ statement }) => !statement.includes('ORDER BY id')),
])('finds what is due by an index: $statement', async ({ statement, keptFor }) => {
  const due = new Date(jobs.clock.now().getTime() - keptFor);
  const [plan] = await jobs.bank.owner.rows(`EXPLAIN ${statement}`, [due, 100]);
  expect(plan?.possible_keys).toMatch(/./);
});

it('purges the marks of series that were quiet for 400 days, and counts that no window reaches', async () => {
  const at = (days: number) => new Date(jobs.clock.now().getTime() - days * 86_400_000);
  const { owner } = jobs.bank;
  for (const [series, last] of [
    ['old', at(402)],
    ['young', at(399)],
    ['never counted', null],
  ] as const) {
    await owner.rows('INSERT INTO rule_marks (series, first_at, last_at) VALUES (?, ?, ?)', [
      series,
      last,
      last,
    ]);
  }
  for (const [series, days] of [
    ['old', 31.1],
    ['young', 30.9],
  ] as const) {
    const sql = 'INSERT INTO rule_counts (series, bucket, count, sum, at) VALUES (?, ?, 1, 100, ?)';
    await owner.rows(sql, [series, Math.floor(at(days).getTime() / 600_000), at(days)]);
  }
  const job = new PurgeJob(jobs.bank.database, ruleLeftovers);
  expect((await job.run(jobs.clock.now(), never)).done).toBe(2);
  expect(await owner.rows('SELECT series FROM rule_marks ORDER BY series')).toEqual([
    { series: 'never counted' },
    { series: 'young' },
  ]);
  expect(await owner.rows('SELECT series FROM rule_counts')).toEqual([{ series: 'young' }]);
});

it('purges payment messages after ten years and a margin, and none that waits', async () => {
  const at = (years: number) => new Date(jobs.clock.now().getTime() - years * 366 * 86_400_000);
  const { owner } = jobs.bank;
  for (const [id, came, ended] of [
    ['old', at(12), at(12)],
    ['waiting', at(12), null],
    ['young', at(10.5), at(10.5)],
  ] as const) {
    await owner.rows(
      `INSERT INTO rail_inbox (port, message_id, type, body, digest, received_at, handled_at)
       VALUES ('t', ?, 'pacs', '', '', ?, ?)`,
      [id, came, ended],
    );
    await owner.rows(
      `INSERT INTO rail_outbox (port, message_id, type, once, body, created_at, answered_at, next_try_at)
       VALUES ('t', ?, 'pacs', 0, '', ?, ?, IF(? IS NULL, NOW(3), NULL))`,
      [id, came, ended, ended],
    );
  }
  // The server died during its only try.
  await owner.rows(
    `INSERT INTO rail_outbox (port, message_id, type, once, body, created_at, sending_until)
     VALUES ('t', 'lost', 'pacs', 1, '', ?, ?)`,
    [at(12), at(12)],
  );
  const job = new PurgeJob(jobs.bank.database, messageLeftovers);
  expect((await job.run(jobs.clock.now(), never)).done).toBe(3);
  for (const table of ['rail_inbox', 'rail_outbox']) {
    const left = await owner.rows(`SELECT message_id AS id FROM ${table} ORDER BY id`);
    expect(left.map(({ id }) => id).sort()).toEqual(['waiting', 'young']);
  }
});

it('purges files of the rail and what is stored of them after ten years and a margin, and none that is worked on', async () => {
  const at = (years: number) => new Date(jobs.clock.now().getTime() - years * 366 * 86_400_000);
  const { owner } = jobs.bank;
  for (const [name, came, isDone] of [
    ['old', at(12), true],
    ['waiting', at(12), false],
    ['young', at(10.5), true],
  ] as const) {
    await owner.rows(
      `INSERT INTO rail_files (port, message_id, type, file, size, digest, received_at) VALUES ('t', ?, 'x', ?, 1, ?, ?)`,
      [name, name, name, isDone ? came : at(1)],
    );
    await owner.rows(
      `INSERT INTO credit_files (source, message_id, sender, file, size, digest, state, credits, total, summary, received_at,
         finished_at)
       VALUES ('rail', ?, 'BANK', ?, 1, ?, ?, 1, 1, '{}', ?, ?)`,
      [name, name, name, isDone ? 'booked' : 'booking', came, isDone ? came : null],
    );
    await owner.rows(
      'INSERT INTO credit_file_slices (file_id, number, digest) SELECT MAX(id), 1, ? FROM credit_files',
      [name],
    );
    await owner.rows(
      `INSERT INTO settlement_statements (message_id, day, file, created_at, ends_at, opening, closing, net, entries, state,
         received_at)
       VALUES (?, '2016-01-04', ?, NOW(3), NOW(3), 0, 0, 0, 1, ?, ?)`,
      [name, name, isDone ? 'done' : 'comparing', came],
    );
    await owner.rows(
      `INSERT INTO settlement_statement_entries (statement_id, number, transaction_id, amount)
       SELECT MAX(id), 1, ?, 1 FROM settlement_statements`,
      [name],
    );
  }
  const kept = [...messageLeftovers, ...creditFileLeftovers, ...statementLeftovers];
  expect((await new PurgeJob(jobs.bank.database, kept).run(jobs.clock.now(), never)).done).toBe(5);
  for (const table of ['rail_files', 'credit_files', 'settlement_statements']) {
    const left = await owner.rows(`SELECT message_id AS id FROM ${table} ORDER BY id`);
    expect([table, left.map(({ id }) => id)]).toEqual([table, ['waiting', 'young']]);
  }
  for (const table of ['credit_file_slices', 'settlement_statement_entries'])
    expect([table, (await owner.rows(`SELECT 1 FROM ${table}`)).length]).toEqual([table, 2]);
});

it.each([...creditFileLeftovers, ...statementLeftovers])(
  'looks at the oldest files, and not at all of them: $statement',
  async ({ statement }) => {
    const { owner } = jobs.bank;
    await owner.rows(
      `INSERT INTO credit_files (source, message_id, sender, size, digest, state, credits, total, summary, received_at)
       SELECT 'rail', seq, 'BANK', 1, '', 'booked', 1, 1, '{}', NOW(3) FROM seq_1_to_3000`,
    );
    await owner.rows(
      'INSERT INTO credit_file_slices (file_id, number, digest) SELECT id, 1, 1 FROM credit_files',
    );
    await owner.rows(
      `INSERT INTO settlement_statements (message_id, day, file, created_at, ends_at, opening, closing, net, entries, state,
         received_at)
       SELECT seq, '2026-01-05', '', NOW(3), NOW(3), 0, 0, 0, 1, 'done', NOW(3) FROM seq_1_to_3000`,
    );
    await owner.rows(
      `INSERT INTO settlement_statement_entries (statement_id, number, transaction_id, amount)
       SELECT id, 1, id, 1 FROM settlement_statements`,
    );
    const plan = await owner.rows(`EXPLAIN ${statement}`, [jobs.clock.now(), 100]);
    const ways = (names: string[]) =>
      plan.filter(({ table }) => names.includes(String(table))).map(({ type, key }) => [type, key]);
    expect(ways(['credit_files', 'settlement_statements'])).toEqual([['index', 'PRIMARY']]);
    const parts = ways(['credit_file_slices', 'settlement_statement_entries']);
    expect(parts.filter(([type]) => type === 'ALL' || type === 'index')).toEqual([]);
  },
);

it('looks at the oldest messages that were sent, and not at all of them', async () => {
  await jobs.bank.owner.rows(
    `INSERT INTO rail_outbox (port, message_id, type, once, body, created_at, answered_at)
     SELECT 't', seq, 'pacs', 0, '', NOW(3), NOW(3) FROM seq_1_to_3000`,
  );
  const { statement = '' } = messageLeftovers.find((each) => each.statement.includes('rail_outbox')) ?? {};
  const plan = await jobs.bank.owner.rows(`EXPLAIN ${statement}`, [jobs.clock.now(), 100]);
  const removed = plan.find(({ table }) => table === 'm');
  const read = plan.find(({ table }) => table === 'rail_outbox');
  expect([removed?.type, read?.type, read?.key]).toEqual(['eq_ref', 'index', 'PRIMARY']);
});

it('purges the rest where rows of one kind cannot be', async () => {
  const old = new Date(jobs.clock.now().getTime() - 8 * 86_400_000);
  await jobs.bank.owner.rows(
    `INSERT INTO idempotency_keys (client, idempotency_key, request_hash, created_at) VALUES ('u', 'old', 'x', ?)`,
    [old],
  );
  const broken = { statement: 'DELETE FROM users WHERE created_at < ? LIMIT ?', keptFor: -86_400_000 };
  const job = new PurgeJob(jobs.bank.database, [broken, ...platformLeftovers]);
  await expect(job.run(jobs.clock.now(), never)).rejects.toThrow();
  expect(await jobs.bank.owner.rows('SELECT idempotency_key FROM idempotency_keys')).toEqual([]);
});

it('purges the rest where a statement meets its deadline', async () => {
  const old = new Date(jobs.clock.now().getTime() - 8 * 86_400_000);
  await jobs.bank.owner.rows(
    `INSERT INTO idempotency_keys (client, idempotency_key, request_hash, created_at) VALUES ('u', 'old', 'x', ?)`,
    [old],
  );
  const slow = {
    statement: `
      SET STATEMENT max_statement_time = 0.2 FOR
      DELETE FROM idempotency_keys WHERE created_at < ? AND SLEEP(20) = 1 LIMIT ?`,
    keptFor: 0,
  };
  const job = new PurgeJob(jobs.bank.database, [slow, ...platformLeftovers]);
  await expect(job.run(jobs.clock.now(), never)).rejects.toMatchObject({ errno: 1969 });
  expect(await jobs.bank.owner.rows('SELECT idempotency_key FROM idempotency_keys')).toEqual([]);
});

it('purges the differences of an old replay in batches, before the replay', async () => {
  await jobs.bank.owner.rows('INSERT INTO rules (created_at) VALUES (NOW(3))');
  const at = (days: number) => new Date(jobs.clock.now().getTime() - days * 86_400_000);
  for (const age of [91, 89]) {
    await jobs.bank.owner.rows(
      `INSERT INTO rule_replays (rule_id, version, definition, days, state, requested_by, created_at)
       SELECT MAX(r.id), 1, '{}', 30, 'done', (SELECT MIN(id) FROM users), ? FROM rules r`,
      [at(age)],
    );
    await jobs.bank.owner.rows(
      `INSERT INTO rule_replay_differences (replay_id, event_id, was, would_be)
       SELECT (SELECT MAX(id) FROM rule_replays), seq, 'allow', 'hold' FROM seq_1_to_2500`,
    );
  }
  const job = new PurgeJob(jobs.bank.database, ruleLeftovers);
  expect((await job.run(jobs.clock.now(), never)).done).toBe(2_501);
  const left = await jobs.bank.owner.rows(
    `SELECT r.id, COUNT(*) AS count FROM rule_replays r JOIN rule_replay_differences d ON d.replay_id = r.id GROUP BY r.id`,
  );
  expect(left.map(({ count }) => Number(count))).toEqual([2_500]);
  expect(await jobs.bank.owner.rows('SELECT id FROM rule_replays')).toHaveLength(1);
});

it('purges what a visitor gave a partner’s widget once it can no longer be completed', async () => {
  const now = jobs.clock.now();
  await jobs.bank.owner.rows(
    `INSERT IGNORE INTO partners (id, name, theme, created_at) VALUES (1, 'Partner', '{}', ?)`,
    [now],
  );
  for (const [name, minutes] of [
    ['Late', 41],
    // By a clock that is ten minutes behind it can still be completed.
    ['Soon', 39],
  ] as const) {
    const began = now.getTime() - minutes * 60_000;
    const times = [new Date(began), new Date(began + 30 * 60_000)];
    await jobs.bank.owner.rows(
      `INSERT INTO pending_signups (id, partner_id, email, first_name, last_name, created_at, expires_at)
       VALUES (UUID(), 1, ?, ?, 'Martin', ?, ?)`,
      [`${name}@example.org`, name, ...times],
    );
  }
  await new PurgeJob(jobs.bank.database, embedLeftovers).run(now, never);
  expect(await jobs.bank.owner.rows('SELECT first_name FROM pending_signups')).toEqual([
    { first_name: 'Soon' },
  ]);
});

import { performance } from 'node:perf_hooks';
import { addOutsideCredit, outsideIncome } from '../../../bff/src/money/ledger/outside-credits';
import { factsOf, factsRow } from '../../../bff/src/money/payments/risk-facts';
import { AuditLogService } from '../../../bff/src/platform/audit/audit-log.service';
import { startLedger, type TestLedger } from '../../support/ledger';
import { numbers } from './stories';

const credits = Number(process.env.RULES_CREDITS || 1_000_000);
const lines = Number(process.env.RULES_LINES || 10_000_000);
const reads = 2_000;
const batch = 200_000;

/** Of the bench that runs. */
let bank: TestLedger;
// Also where it fails: the process would not end.
afterEach(() => bank?.stop());

/** How long a call takes, in milliseconds: the median and the 99th percentile. */
async function timesOf(name: string, read: (index: number) => Promise<unknown>, times = reads) {
  const took: number[] = [];
  for (let index = 0; index < times; index += 1) {
    const began = performance.now();
    await read(index);
    took.push(performance.now() - began);
  }
  took.sort((left, right) => left - right);
  const at = (share: number) => took[Math.floor(took.length * share)] ?? 0;
  console.log(`${name}: p50 ${at(0.5).toFixed(1)} ms, p99 ${at(0.99).toFixed(1)} ms, of ${times}`);
  return { p99: at(0.99) };
}

async function inBatches(total: number, work: (from: number, to: number) => Promise<unknown>): Promise<void> {
  for (let from = 1; from <= total; from += batch) await work(from, Math.min(total, from + batch - 1));
}

const popular = 2_000;

/** What the last day's credits of an account leave in its row, a euro each. */
function creditsOf(count: number, now: Date): string | null {
  let stored: string | null = null;
  for (let nth = count; nth > 0; nth -= 1) {
    const at = new Date(now.getTime() - (nth / count) * 80_000_000);
    stored = addOutsideCredit(stored, { amount: 100n, sender: `DE${nth}` }, at);
  }
  return stored;
}

/** Credits of the last day: two thousand of the first customer, ten of each other one, the rest of people around them. */
async function fillCredits({ owner, customer, clock }: TestLedger, people: number): Promise<void> {
  const own = popular + (people - 1) * 10;
  const account = `IF(seq <= ${popular}, ${customer(0)}, IF(seq <= ${own},
    ${customer(1)} + (seq - ${popular}) % ${people - 1}, 10000000 + seq))`;
  await inBatches(credits, async (from, to) => {
    const at = `UTC_TIMESTAMP(3) - INTERVAL seq % 80000 SECOND`;
    await owner.rows(
      `INSERT INTO transfers (reference, kind, description, created_at)
       SELECT CONCAT('C-', seq), 'credit', 'Virement', ${at} FROM seq_${from}_to_${to}`,
    );
    await owner.rows(
      `SET STATEMENT foreign_key_checks = 0 FOR
       INSERT INTO entries (transfer_id, account_id, amount, balance_after, created_at)
       SELECT t.id, ${account}, 100, 100, t.created_at
       FROM seq_${from}_to_${to} JOIN transfers t ON t.reference = CONCAT('C-', seq)`,
    );
  });
  await owner.rows('ANALYZE TABLE transfers, entries');
  for (let person = 0; person < people; person += 1) {
    const stored = creditsOf(person === 0 ? popular : 10, clock.now());
    await owner.rows('UPDATE accounts SET outside_credits = ? WHERE id = ?', [stored, customer(person)]);
  }
}

it('knows what other banks sent, exactly, within 20 ms (p99) among a million credits', async () => {
  const people = 200;
  bank = await startLedger(people);
  await fillCredits(bank, people);
  const random = numbers(3);
  const order = { account: 'FR7630006000011234567890189', bic: null, leavesOn: '2027-01-04' };
  /** As a payment does: its account is locked, its facts are read. */
  const read = (account: number) =>
    bank.database.transaction(async (tx) => {
      const now = bank.clock.now();
      const locked = await bank.ledger.lock(tx, [account]);
      await tx.one(factsRow, ...factsOf(account, order, now));
      return outsideIncome(locked.get(account)?.outsideCredits ?? null, now);
    });
  const first = await read(bank.customer(0));
  expect([first.day, (await read(bank.customer(1))).day]).toEqual([BigInt(popular) * 100n, 1_000n]);
  const others = await timesOf('facts of a payment', () =>
    read(bank.customer(1 + Math.floor(random() * (people - 1)))),
  );
  const most = await timesOf(`facts of a payment after ${popular} credits in a day`, () =>
    read(bank.customer(0)),
  );
  expect(Math.max(others.p99, most.p99)).toBeLessThan(20);
});

it('reads the history of any object within 200 ms (p99) in ten million lines', async () => {
  bank = await startLedger(1);
  await inBatches(lines, (from, to) =>
    bank.owner.rows(
      `SET STATEMENT foreign_key_checks = 0 FOR
       INSERT INTO audit_log (created_at, user_id, action, type, text, params)
       SELECT '2025-01-01' + INTERVAL seq * 3 SECOND, 1000 + seq DIV 100,
         ELT(1 + seq % 4, 'payment.created', 'payment.approved', 'payment.sent', 'card.created'), 'info', 'payment.sent',
         JSON_OBJECT('reference', CONCAT('PAY-', LPAD(seq DIV 4, 8, '0'))) FROM seq_${from}_to_${to}`,
    ),
  );
  await bank.owner.rows('ANALYZE TABLE audit_log');
  const log = new AuditLogService(bank.database);
  const random = numbers(5);
  const page = { user_id: undefined, page: 1, limit: 50 };
  const reader = { language: 'fr', actor: { userId: 1 } } as const;
  const some = () => Math.floor(random() * (lines / 4));
  const objects = await timesOf('history of a payment', async () => {
    const about = `PAY-${String(some()).padStart(8, '0')}`;
    expect((await log.history({ about, ...page }, reader)).logs.length).toBeGreaterThan(0);
  });
  const people = await timesOf('history of a person', () =>
    log.history({ about: `user:${1_000 + Math.floor(some() / 25)}`, ...page }, reader),
  );
  expect(Math.max(objects.p99, people.p99)).toBeLessThan(200);
});

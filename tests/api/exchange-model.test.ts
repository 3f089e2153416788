import fc from 'fast-check';
import { currencies, type Currency } from '@bank/contracts/currencies';
import { exchangeAmounts } from '@bank/contracts/exchange-amounts';
import { rateOfEuro } from '@bank/contracts/rates';
import { Config } from '../../bff/src/platform/config/config';
import { AuditService } from '../../bff/src/platform/audit/audit.service';
import { EventsService } from '../../bff/src/platform/events/events.service';
import { Idempotency } from '../../bff/src/platform/http/idempotency.service';
import { ApiException } from '../../bff/src/platform/errors/api-exception';
import { bankAccounts } from '../../bff/src/money/ledger/bank-accounts';
import { beginning, verifyLedger, verifySnapshots } from '../../bff/src/money/ledger/ledger-verifier';
import { SnapshotsService } from '../../bff/src/money/ledger/snapshots.service';
import { AccountOpeningsService } from '../../bff/src/money/accounts/account-openings.service';
import { RatesService } from '../../bff/src/money/rates/rates.service';
import { OwnAccountsService } from '../../bff/src/money/accounts/own-accounts.service';
import { ReopenedAccounts } from '../../bff/src/money/accounts/reopened-accounts.service';
import { ExchangesService } from '../../bff/src/money/exchange/exchanges.service';
import { NotificationsService } from '../../bff/src/people/notifications/notifications.service';
import { builtInRates } from '../../bff/src/money/rates/built-in-rates';
import { startLedger, type TestLedger } from '../support/ledger';

/** Exchanges of two customers in every currency, at once, against a model of their balances. */
let bank: TestLedger;
let exchanges: ExchangesService;
const people: number[] = [];

beforeAll(async () => {
  bank = await startLedger(2);
  const { database, clock, ledger } = bank;
  const idempotency = new Idempotency(database, clock, { fingerprintKey: Buffer.alloc(32) } as Config);
  const notifications = new NotificationsService(database, new EventsService(clock), clock);
  exchanges = new ExchangesService(ledger, idempotency, notifications);
  const own = new OwnAccountsService(database);
  const rates = new RatesService(database, clock);
  const openings = new AccountOpeningsService(
    own,
    ledger,
    rates,
    idempotency,
    new ReopenedAccounts(),
    new AuditService(clock),
    clock,
  );
  for (const at of [0, 1]) {
    const [row] = await bank.owner.rows('SELECT user_id AS id FROM accounts WHERE id = ?', [
      bank.customer(at),
    ]);
    const userId = Number(row?.id);
    people.push(userId);
    for (const currency of currencies.slice(1))
      await database.transaction((tx) => openings.openIn(tx, userId, currency));
    await bank.move(bankAccounts.funding, bank.customer(at), 1_000_000n);
  }
});

afterAll(() => bank.stop());

const rateOfCurrency = (currency: Currency) =>
  currency === 'EUR' ? rateOfEuro : (builtInRates.get(currency) ?? 0n);

async function balances(userId: number): Promise<Map<string, bigint>> {
  const rows = await bank.owner.rows('SELECT currency, balance FROM accounts WHERE user_id = ?', [userId]);
  return new Map(rows.map(({ currency, balance }) => [currency ?? '', BigInt(balance ?? 0)]));
}

it('moves exactly the amounts, or nothing, and keeps every law of the ledger in every currency', async () => {
  const step = fc.record({
    person: fc.constantFrom(0, 1),
    from: fc.oneof(
      { weight: 2, arbitrary: fc.constant<Currency>('EUR') },
      { weight: 1, arbitrary: fc.constantFrom(...currencies) },
    ),
    to: fc.constantFrom(...currencies),
    amount: fc.bigInt({ min: 1n, max: 50_000n }),
    side: fc.constantFrom<'sell' | 'buy'>('sell', 'buy'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const before = await Promise.all(people.map(balances));
      const done = await Promise.all(
        steps.map(async ({ person, from, to, amount, side }) => {
          const rates = { from: rateOfCurrency(from), to: rateOfCurrency(to) };
          const amounts = from === to ? undefined : exchangeAmounts({ side, amount, from, to, rates });
          if (!amounts) return undefined;
          const exchange = { ...amounts, sellCurrency: from, buyCurrency: to };
          const by = { userId: people[person] ?? 0, requestId: null };
          return bank.database
            .transaction((tx) => exchanges.book(tx, exchange, by))
            .then(() => ({ person, ...exchange }))
            .catch((error: unknown) => {
              if (error instanceof ApiException && error.code === 'INSUFFICIENT_FUNDS') return undefined;
              throw error;
            });
        }),
      );
      for (const each of done) {
        const model = each && before[each.person];
        if (!model) continue;
        model.set(each.sellCurrency, (model.get(each.sellCurrency) ?? 0n) - each.sell);
        model.set(each.buyCurrency, (model.get(each.buyCurrency) ?? 0n) + each.buy);
      }
      expect(await Promise.all(people.map(balances))).toEqual(before);
    }),
    { numRuns: 15 },
  );
  expect((await verifyLedger(bank.database, beginning)).violations).toEqual([]);
  const sums = await bank.owner.rows('SELECT currency, SUM(balance) AS sum FROM accounts GROUP BY currency');
  expect(sums).toHaveLength(currencies.length);
  expect(sums.filter(({ sum }) => Number(sum) !== 0)).toEqual([]);
  const [count] = await bank.owner.rows(`SELECT COUNT(*) AS count FROM transfers WHERE kind = 'exchange'`);
  expect(Number(count?.count)).toBeGreaterThan(10);
});

it('has snapshots of the positions that equal their entries, and finds a wrong balance in any currency', async () => {
  const later = new Date(Date.now() + 26 * 3_600_000);
  await new SnapshotsService(bank.database).take(later);
  expect(await verifySnapshots(bank.database)).toEqual([]);
  const [position] = await bank.owner.rows(
    `SELECT MAX(id) AS id FROM accounts WHERE kind = 'position' AND currency <> 'EUR' AND balance <> 0`,
  );
  await bank.owner.rows('UPDATE accounts SET balance = balance + 1 WHERE id = ?', [position?.id]);
  const { violations } = await verifyLedger(bank.database, beginning);
  await bank.owner.rows('UPDATE accounts SET balance = balance - 1 WHERE id = ?', [position?.id]);
  expect(violations.map(({ check }) => check).sort()).toEqual(['balances_equal_entries', 'zero_sum']);
});

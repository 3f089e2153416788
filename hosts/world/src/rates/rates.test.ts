import { readRates } from '@bank/contracts/rails/reference-rates';
import { foreignCurrencies } from '@bank/contracts/currencies';
import { rateSourceText } from '@bank/contracts/rate-source';
import { rateNumber } from '@bank/contracts/rates';
import { isTargetDay } from '@bank/contracts/target-days';
import { startTestWorld, type TestWorld } from '../../../../tests/support/world';
import { publishedDay, ratesOf } from './made-up-rates';

let world: TestWorld;
beforeAll(async () => {
  world = await startTestWorld();
});
afterAll(() => world.stop());

const file = async (name: string) => {
  const response = await fetch(`${world.url()}/rates/${name}.xml`);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/xml; charset=utf-8']);
  return readRates(new Uint8Array(await response.arrayBuffer()));
};
const change = (body: object) =>
  fetch(`${world.url()}/play/rates`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

it('are files in the form of the European Central Bank that name another sender', async () => {
  const { sender, sets } = await file('eurofxref-daily');
  expect(sender).toBe('Le monde (cours inventés)');
  expect(rateSourceText(sender, 'en')).toBe('The world (made-up rates)');
  expect(sets).toHaveLength(1);
  expect([...(sets[0]?.rates.keys() ?? [])].sort()).toEqual(foreignCurrencies);
});

it('have a history of business days, newest first, without a leap', async () => {
  const { sets } = await file('eurofxref-hist-90d');
  const days = sets.map(({ day }) => day);
  expect(days).toHaveLength(64);
  expect([...days].sort().reverse()).toEqual(days);
  expect(days.filter((day) => !isTargetDay(day))).toEqual([]);
  for (const [at, { rates }] of sets.slice(0, -1).entries()) {
    for (const [currency, rate] of rates) {
      const before = rateNumber(sets[at + 1]?.rates.get(currency) ?? 0n);
      expect(Math.abs(rateNumber(rate) / before - 1)).toBeLessThan(0.02);
    }
  }
});

it('can be changed by a person, from the newest day on', async () => {
  expect((await change({ currency: 'USD', rate: 1.2345 })).status).toBe(204);
  const { sets } = await file('eurofxref-hist-90d');
  expect(rateNumber(sets[0]?.rates.get('USD') ?? 0n)).toBe(1.2345);
  expect(rateNumber(sets[1]?.rates.get('USD') ?? 0n)).toBeLessThan(1.15);
  for (const body of [
    { currency: 'XOF', rate: 1 },
    { currency: 'USD', rate: 0 },
    { currency: 'USD', rate: -1 },
    {},
  ]) {
    expect((await change(body)).status).toBe(400);
  }
});

it('are published at 16:00 in Paris', () => {
  expect(publishedDay(new Date('2026-11-23T14:59:59Z'))).toBe('2026-11-20');
  expect(publishedDay(new Date('2026-11-23T15:00:00Z'))).toBe('2026-11-23');
  expect(ratesOf('2026-11-23', [])).toEqual(ratesOf('2026-11-23', []));
});

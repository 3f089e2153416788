import type { Currency } from '@bank/contracts/currencies';
import { exchangeAmounts } from '@bank/contracts/exchange-amounts';
import { rateOfEuro } from '@bank/contracts/rates';
import { builtInRates } from '../money/rates/built-in-rates';
import type { DemoPerson, Seeding } from './demo-person';
import { morningOf } from './timeline';

/** marie's purchases of currencies, at the built-in rates; minor units of euros. */
const exchanges: { to: Currency; daysAgo: number; sell: bigint }[] = [
  { to: 'USD', daysAgo: 58, sell: 250_00n },
  { to: 'GBP', daysAgo: 33, sell: 120_00n },
  { to: 'USD', daysAgo: 12, sell: 80_00n },
];

/** Plans marie's accounts in dollars and pounds, opened on the day before their first exchange. */
export function planCurrencies({ tx, services, timeline, now }: Seeding, named: DemoPerson[]): void {
  const [, marie] = named;
  if (!marie) return;
  const { userId } = marie;
  for (const to of ['USD', 'GBP'] as const) {
    const first = exchanges.find((each) => each.to === to);
    timeline.add(morningOf(now, (first?.daysAgo ?? 0) + 1), async () => {
      await services.accountOpenings.openIn(tx, userId, to);
    });
  }
  for (const { to, daysAgo, sell } of exchanges) {
    const rates = { from: rateOfEuro, to: builtInRates.get(to) ?? 0n };
    const amounts = exchangeAmounts({ side: 'sell', amount: sell, from: 'EUR', to, rates });
    if (!amounts) continue;
    timeline.add(morningOf(now, daysAgo), async () => {
      const exchange = { ...amounts, sellCurrency: 'EUR', buyCurrency: to } as const;
      await services.exchanges.book(tx, exchange, { userId, requestId: null });
    });
  }
}

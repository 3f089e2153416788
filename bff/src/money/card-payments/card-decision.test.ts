import { cardPlans } from '@bank/contracts/card-plans';
import { cardTypes } from '@bank/contracts/cards';
import { isLowRisk, isPinDue, refusalOfLimits } from './card-decision';
import type { CardAccount, PayingCard } from './purchase';

const unset = { perPayment: null, perDay: null, perMonth: null, cashPerDay: null };
const nothing = { cardDay: 0n, cardMonth: 0n, cardCash: 0n, accountMonth: 0n, accountCash: 0n };
const rich = { cardLimit: 10n ** 9n, withdrawalLimit: 100_000n } as CardAccount;

describe.each(cardTypes)('a %s card', (type) => {
  const card = { ...unset, type } as PayingCard;
  const [day, month] = [BigInt(cardPlans[type].day) * 100n, BigInt(cardPlans[type].month) * 100n];
  const judge = (spent: Partial<typeof nothing>, amount: bigint, account = rich, own = card) =>
    refusalOfLimits(own, account, { ...nothing, ...spent }, { kind: 'purchase', amount });

  it('spends its type’s limits of a day and a month, to the cent', () => {
    expect(judge({}, day)).toBeUndefined();
    expect(judge({}, day + 1n)).toBe('per_day');
    expect(judge({ cardDay: day - 5n }, 6n)).toBe('per_day');
    expect(judge({ cardMonth: month - 5n }, 5n)).toBeUndefined();
    expect(judge({ cardMonth: month - 5n }, 6n)).toBe('per_month');
  });

  it('keeps its account’s month, and its holder’s lower limits', () => {
    expect(judge({ accountMonth: 299_995n }, 6n, { ...rich, cardLimit: 300_000n })).toBe('per_month');
    expect(judge({ cardDay: 9n }, 2n, rich, { ...card, perDay: 10n })).toBe('per_day');
    expect(judge({ cardMonth: 9n }, 2n, rich, { ...card, perMonth: 10n })).toBe('per_month');
    expect(judge({}, 2n, rich, { ...card, perPayment: 1n })).toBe('per_payment');
  });

  it('spends more than its type’s once its holder raised them, and never more than its account', () => {
    const raised = { ...card, perDay: day * 2n, perMonth: month * 2n };
    expect(judge({ cardMonth: month }, day * 2n, rich, raised)).toBeUndefined();
    expect(judge({}, day * 2n + 1n, rich, raised)).toBe('per_day');
    expect(judge({ cardMonth: month * 2n }, 1n, rich, raised)).toBe('per_month');
    // The account's limit was lowered since.
    expect(judge({}, day + 1n, { ...rich, cardLimit: day }, raised)).toBe('per_day');
  });

  it('withdraws its account’s daily limit, whatever its type', () => {
    const cash = (before: bigint) =>
      refusalOfLimits(
        card,
        rich,
        { ...nothing, cardCash: before, accountCash: before },
        { kind: 'cash', amount: 1n },
      );
    expect(cash(99_999n)).toBeUndefined();
    expect(cash(100_000n)).toBe('cash_per_day');
  });
});

it('asks for the PIN of a contactless payment, and of no other, after five without it', () => {
  expect(isPinDue({ channel: 'contactless' }, { count: 4 })).toBe(false);
  expect(isPinDue({ channel: 'contactless' }, { count: 5 })).toBe(true);
  expect(isPinDue({ channel: 'online' }, { count: 5 })).toBe(false);
});

describe('an online payment', () => {
  const passes = (worth: bigint, country = 'FR', before = { sum: 0n, count: 0 }, codeTries = 0) =>
    isLowRisk({ codeTries } as PayingCard, { country }, worth, before);

  it('goes without a challenge up to 30 euros, and no cent more', () => {
    expect(passes(3_000n)).toBe(true);
    expect(passes(3_001n)).toBe(false);
  });

  it('is challenged where its risk is not low: after others, outside SEPA, after a wrong code', () => {
    expect(passes(1n, 'US')).toBe(false);
    expect(passes(1n, 'FR', { sum: 10_000n, count: 4 })).toBe(false);
    expect(passes(1n, 'FR', { sum: 5n, count: 5 })).toBe(false);
    expect(passes(1n, 'FR', { sum: 9_999n, count: 4 })).toBe(true);
    expect(passes(1n, 'FR', { sum: 0n, count: 0 }, 1)).toBe(false);
  });
});

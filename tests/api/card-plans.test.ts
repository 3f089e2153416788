/** @jest-environment ./tests/support/bank-environment.ts */
import { cardPlans } from '@bank/contracts/card-plans';
import { type Card, cardTypes } from '@bank/contracts/cards';
import { cardNetwork, newCard, newReference } from '../support/card-network';
import { newCustomer, type NewCustomer } from '../support/customers';
import { call } from '../support/http';
import { sharedBank } from '../support/shared-bank';

/** The types of cards differ by what they may spend, as the frequent questions state it. */
const { bank, database } = sharedBank();
const network = () => cardNetwork(bank);

/** A customer whose account limits nothing that a card could spend in these tests. */
async function richCustomer(): Promise<NewCustomer> {
  const who = await newCustomer(bank.shellUrl);
  await database.rows(
    'UPDATE accounts SET card_limit = 99999999, overdraft_limit = 99999999 WHERE user_id = ?',
    [who.id],
  );
  return who;
}
const cardsOf = async (who: NewCustomer) =>
  (await call<{ cards: Card[] }>('GET', `${bank.shellUrl}/api/carte`, { token: who.token })).body.cards;
/** Pays online, confirmed by the holder, so that neither PIN nor challenge is asked about. */
async function pay(card: Awaited<ReturnType<typeof newCard>>, euros: number) {
  const options = { amount: euros.toFixed(2), mode: 'ECOM', merchant: 'SHOP' } as const;
  const challengeId = newReference();
  await database.rows(
    `INSERT INTO card_challenges (id, card_id, state, amount, currency, merchant_id, merchant_name, expires_at, created_at)
     VALUES (?, ?, 'approved', ?, 'EUR', 'M-0042', 'SHOP', UTC_TIMESTAMP(3) + INTERVAL 5 MINUTE, UTC_TIMESTAMP(3))`,
    [challengeId, card.id, Math.round(euros * 100)],
  );
  const { code } = await network().authorize(card.plastic, { ...options, canChallenge: true, challengeId });
  return code;
}
const reasonOf = async (who: NewCustomer) =>
  (
    await call<{ purchases: { reason: string }[] }>('GET', `${bank.shellUrl}/api/carte/purchases`, {
      token: who.token,
    })
  ).body.purchases[0]?.reason;

it.each(cardTypes)('a %s card spends as much as its type in a day, and no cent more', async (type) => {
  const who = await richCustomer();
  const card = await newCard(bank, database, who, { type });
  const { day, month } = cardPlans[type];
  const [shown] = await cardsOf(who);
  expect(shown).toMatchObject({
    most: { per_payment: 999_999.99, per_day: 999_999.99, per_month: 999_999.99, cash_per_day: 1_000 },
    defaults: { per_payment: day, per_day: day, per_month: month, cash_per_day: 1_000 },
    limits: { per_payment: day, per_day: day, per_month: month, cash_per_day: 1_000 },
  });
  expect(await pay(card, day + 0.01)).toBe('61');
  expect(await reasonOf(who)).toBe('per_day');
  expect(await pay(card, day - 1)).toBe('00');
  expect(await pay(card, 1.01)).toBe('61');
  expect(await pay(card, 1)).toBe('00');
});

it('an account with lower limits bounds a card of any type', async () => {
  const who = await newCustomer(bank.shellUrl);
  const card = await newCard(bank, database, who, { type: 'elite' });
  await database.rows('UPDATE accounts SET overdraft_limit = 99999999 WHERE user_id = ?', [who.id]);
  const [shown] = await cardsOf(who);
  expect(shown?.defaults).toEqual({
    per_payment: 3_000,
    per_day: 3_000,
    per_month: 3_000,
    cash_per_day: 1_000,
  });
  expect(await pay(card, 3_000.01)).toBe('61');
  expect(await pay(card, 3_000)).toBe('00');
});

it('a holder raises a card above its type, up to the account’s limit, which binds at once when it is lowered', async () => {
  const who = await newCustomer(bank.shellUrl);
  const card = await newCard(bank, database, who);
  await database.rows('UPDATE accounts SET overdraft_limit = 99999999 WHERE user_id = ?', [who.id]);
  const set = (body: object) =>
    call<{ card: Card; code: string; fields: object }>(
      'PUT',
      `${bank.shellUrl}/api/carte/${card.id}/limits`,
      {
        token: who.token,
        body,
      },
    );
  expect(await pay(card, 1_200)).toBe('61');
  expect(await set({ per_day: 3_000.01 })).toMatchObject({
    status: 422,
    body: { code: 'CARD_LIMIT_TOO_HIGH', fields: { per_day: 'Ce plafond dépasse celui du compte.' } },
  });
  const raised = await set({ per_day: 2_000 });
  expect([raised.status, raised.body.card]).toMatchObject([
    200,
    { limits: { per_payment: 2_000, per_day: 2_000 }, defaults: { per_day: 1_000 } },
  ]);
  expect(await pay(card, 1_200)).toBe('00');
  expect(await pay(card, 800.01)).toBe('61');
  expect(await reasonOf(who)).toBe('per_day');
  await database.rows('UPDATE accounts SET card_limit = 150000 WHERE user_id = ?', [who.id]);
  const [lowered] = await cardsOf(who);
  expect([lowered?.limits.per_day, lowered?.most.per_day]).toEqual([1_500, 1_500]);
  expect(await pay(card, 300.01)).toBe('61');
  expect(await pay(card, 300)).toBe('00');
  expect((await set({ per_day: null })).body.card.limits).toMatchObject({
    per_payment: 1_000,
    per_day: 1_000,
  });
});

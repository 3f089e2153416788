/** @jest-environment ./tests/support/bank-environment.ts */
import type { PaymentCost } from '../../libs/contracts/international';
import { parisDay } from '../../bff/src/platform/time/paris-day';
import { newCustomer, type SignedIn } from '../support/customers';
import { giveRates } from '../support/rates';
import { sharedBank } from '../support/shared-bank';
import { american, type Answer, internationalPayments, orderTo } from './international-fixture';
import { newIban } from './payment-fixture';

const { bank, database } = sharedBank();
const { calls, post, holder, payeeOf, pay, refusal, sent } = internationalPayments({ bank, database });

beforeAll(() => giveRates(database));

describe('payees abroad', () => {
  it.each([
    ['a wrong checksum', { clearing_code: '021000022' }, 'clearing_code'],
    ['the code of another country', { clearing_code: 'HDFC0000001' }, 'clearing_code'],
    ['an address without a town', { address: { country: 'US' } }, 'address'],
  ])('are refused with %s', async (_why, changed, field) => {
    const { status, body } = await post(await newCustomer(bank.shellUrl), 'beneficiaries', {
      ...american(),
      ...changed,
    });
    expect([status >= 400, Object.keys(body.fields ?? {}).join()]).toEqual([
      true,
      expect.stringContaining(field),
    ]);
  });

  it('in countries that are not served are refused in words, by account, bank and address', async () => {
    const who = await holder('USD', 0);
    const { account, ...rest } = american();
    for (const body of [
      { ...rest, clearing_code: undefined, account: { ...account, country: 'IR', bic: 'BMJIIRTHXXX' } },
      { ...rest, account: { ...account, bic: 'BMJIIRTHXXX' } },
      { ...rest, account, address: { town: 'Tehran', country: 'IR' } },
      { name: 'Ivan', account: 'RU0304452522540817810538091310419' },
    ]) {
      const { status, body: answer } = await post(who, 'beneficiaries', body);
      expect([status, answer.code]).toEqual([422, 'COUNTRY_NOT_SERVED']);
    }
    const typed = {
      recipient_account: 'RU0304452522540817810538091310419',
      recipient_name: 'Ivan',
      amount: 10,
      payment_method: 'international_transfer',
    };
    expect(await refusal(who, typed)).toEqual([422, 'COUNTRY_NOT_SERVED', 'recipient_account']);
  });
});

describe('limits', () => {
  it('are those in euros, at the day’s rate, over all accounts together', async () => {
    const who = await holder('USD', 50_000);
    const { id } = await payeeOf(who);
    await database.rows(`UPDATE accounts SET transfer_limit = 30000 WHERE user_id = ? AND currency = 'EUR'`, [
      who.id,
    ]);
    await pay(who, orderTo(id, { amount: 216.84, charges: 'BEN' }));
    const euros = { recipient_account: newIban(), recipient_name: 'Otto', payment_method: 'sepa_transfer' };
    expect(await refusal(who, { ...euros, amount: 100.01 })).toEqual([422, 'TRANSFER_LIMIT_EXCEEDED']);
    expect(await refusal(who, orderTo(id, { amount: 108.44, charges: 'BEN' }))).toEqual([
      422,
      'TRANSFER_LIMIT_EXCEEDED',
    ]);
    await pay(who, { ...euros, amount: 60 });
    expect(await refusal(who, orderTo(id, { amount: 45, charges: 'BEN' }))).toEqual([
      422,
      'TRANSFER_LIMIT_EXCEEDED',
    ]);
    await pay(who, orderTo(id, { amount: 43.36, charges: 'BEN' }));
  });

  it('hold for simultaneous orders in two currencies', async () => {
    const who = await holder('USD', 50_000);
    const { id } = await payeeOf(who);
    await database.rows(`UPDATE accounts SET transfer_limit = 20000 WHERE user_id = ? AND currency = 'EUR'`, [
      who.id,
    ]);
    const orders = Array.from({ length: 10 }, (_, at) =>
      at % 2 === 0
        ? orderTo(id, { amount: 54.21, charges: 'BEN' })
        : {
            recipient_account: newIban(),
            recipient_name: 'Otto',
            amount: 50,
            payment_method: 'sepa_transfer',
          },
    );
    const statuses = await Promise.all(
      orders.map(async (body) => (await post(who, 'paiement', body)).status),
    );
    expect(statuses.filter((status) => status === 201)).toHaveLength(4);
  });

  it('of the automatic release count other currencies by their worth', async () => {
    const who = await holder('USD', 90_000);
    const { id } = await payeeOf(who);
    const first = await sent(who, await pay(who, orderTo(id, { charges: 'BEN' })));
    expect(first.stage).toBe('settled');
    expect(await pay(who, orderTo(id, { charges: 'BEN' }))).toMatchObject({
      decided_by: 'rules',
      stage: 'queued',
    });
  });

  it('let nobody whose identity was refused pay abroad', async () => {
    const who = await holder('USD', 20_000);
    const { id } = await payeeOf(who);
    await database.rows(`UPDATE users SET kyc_status = 'rejected' WHERE id = ?`, [who.id]);
    expect(await refusal(who, orderTo(id, { amount: 1 }))).toEqual([422, 'LIMIT_OF_LEVEL']);
  });
});

describe('the cost', () => {
  const costOf = (who: SignedIn, query: string) =>
    calls.get<Answer<PaymentCost>>(who, `payments/fee?${query}`);

  it('is known before: the fee in the currency, and an arrival on a business day', async () => {
    const who = await newCustomer(bank.shellUrl);
    const { body } = await costOf(who, 'currency=USD&charges=OUR&country=US&execution_date=2026-12-24');
    expect(body).toMatchObject({ fee: 32.53, currency: 'USD', rate: 1.0842 });
    const planned = await costOf(who, `country=DE&execution_date=${parisDay(new Date())}`);
    expect(planned.body).toMatchObject({ fee: 5, currency: 'EUR', rate: 1 });
    expect((await costOf(who, 'currency=JPY&country=JP')).body.fee).toBe(2_451);
    expect((await costOf(who, 'country=KP')).body.code).toBe('COUNTRY_NOT_SERVED');
    const late = 'country=US&execution_date=9999-12-31';
    for (const query of ['', 'country=usa', 'country=US&currency=XOF', 'country=US&x=1', late]) {
      expect([query, (await costOf(who, query)).status]).toEqual([query, 400]);
    }
  });

  it('is charged in euros to an IBAN as well, and not for SEPA', async () => {
    const who = await calls.verified(100);
    const iban = { recipient_account: newIban(), recipient_name: 'Otto', amount: 20 };
    const made = await pay(who, { ...iban, payment_method: 'international_transfer' });
    expect(made.fee).toBe(5);
    await sent(who, made);
    expect(await calls.fundsOf(who)).toEqual([7_500, 0]);
    const sepa = await pay(who, { ...iban, payment_method: 'sepa_transfer' });
    expect([sepa.fee, sepa.uetr, sepa.charges]).toEqual([0, null, null]);
  });

  it('needs rates that are not too old, except in euros', async () => {
    const who = await holder('USD', 20_000);
    const body = orderTo((await payeeOf(who)).id);
    await database.rows('UPDATE rate_sets SET day = day - INTERVAL 30 DAY');
    try {
      expect(await refusal(who, body)).toEqual([422, 'RATE_STALE']);
      expect((await costOf(who, 'country=US&currency=USD')).body.code).toBe('RATE_STALE');
      expect((await costOf(who, 'country=US')).body.fee).toBe(15);
    } finally {
      await database.rows('UPDATE rate_sets SET day = day + INTERVAL 30 DAY');
    }
    const held = `UPDATE rates r JOIN (SELECT MAX(id) AS id FROM rate_sets) s ON s.id = r.set_id
      SET r.is_held = ? WHERE r.currency = 'USD'`;
    await database.rows(held, [1]);
    expect(await refusal(who, body)).toEqual([422, 'RATE_MISSING']);
    await database.rows(held, [0]);
  });
});

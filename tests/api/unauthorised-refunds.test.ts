/** @jest-environment ./tests/support/bank-environment.ts */
import { longIt } from '../support/at-length';
import { cardNetwork, newCard, newReference } from '../support/card-network';
import { CollectCardDebtsJob } from '../../bff/src/money/card-payments/collect-card-debts.job';
import { lossesOf } from '../../bff/src/money/ledger/bank-accounts';
import { LedgerService } from '../../bff/src/money/ledger/ledger.service';
import { AuditService } from '../../bff/src/platform/audit/audit.service';
import type { Config } from '../../bff/src/platform/config/config';
import { databaseOptions } from '../../bff/src/platform/database/connection-options';
import { Database } from '../../bff/src/platform/database/database';
import { EventsService } from '../../bff/src/platform/events/events.service';
import { IncidentsService } from '../../bff/src/platform/incidents/incidents.service';
import { RandomSource } from '../../bff/src/platform/security/random-source.service';
import { Clock } from '../../bff/src/platform/time/clock.service';
import { newCustomer, promote, type NewCustomer, type SignedIn } from '../support/customers';
import { call } from '../support/http';
import { never } from '../support/jobs';
import { logLines } from '../support/log-lines';
import { giveRates } from '../support/rates';
import { sharedBank } from '../support/shared-bank';
import { balanceOfBank } from './bank-balance';
import { type Case, words, caseCalls } from './case-fixture';

const shared = sharedBank();
const { bank, database } = shared;
const { people, api, dispute, purchase, newest, staff, balance } = caseCalls(shared);
let marie: NewCustomer;
let clerk: NewCustomer;
let colleague: NewCustomer;
beforeAll(async () => {
  ({ marie, clerk, colleague } = await people());
});

describe('the refund of an unauthorised payment', () => {
  const losses = lossesOf('EUR');
  const contested = async (reason = 'not_me', amount = '20.00') => {
    const holder = await newCustomer(bank.shellUrl);
    await call('POST', `${bank.shellUrl}/api/balance/update`, {
      token: holder.token,
      body: { amount: Number(amount) + 5, type: 'add' },
    });
    const bought = await purchase(holder, amount);
    const { body } = await dispute(holder, bought.id, { ...words, reason });
    return { ...body, holder, original: bought.reference, card: bought.card };
  };
  const refund = async (who: SignedIn, id: number, act = 'pay', headers = {}) => {
    const { version } = await staff(id);
    return api<Case & { awaiting?: string; approval?: { id: number } }>(
      who,
      'POST',
      `admin/cases/${id}/refund`,
      { act, version, reason: 'Carte volée' },
      headers,
    );
  };
  const send = async (from: SignedIn, to: SignedIn) => {
    const { status } = await api(from, 'POST', 'balance/transfer', { recipient_id: to.id, amount: 25 });
    expect(status).toBe(201);
  };
  /** Sends away all that the holder has, the refund included. */
  const spend = async (holder: SignedIn) => {
    await database.rows('UPDATE accounts SET overdraft_limit = 0 WHERE user_id = ?', [holder.id]);
    await send(holder, marie);
  };
  const decide = (who: SignedIn, approval: number | undefined) =>
    api(who, 'POST', `admin/approvals/${approval}/approve`);

  it('is paid once from the account of losses, by two members of staff at once and again', async () => {
    const { id, holder } = await contested();
    const lost = await balanceOfBank(database, losses);
    expect((await staff(id)).refund).toMatchObject({ state: 'possible', amount: 20, currency: 'EUR' });
    const all = await Promise.all([clerk, colleague, clerk].map((who) => refund(who, id)));
    expect(all.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await balance(holder)).toBe(2_500);
    expect(await balanceOfBank(database, losses)).toBe(lost - 2_000);
    // The log of the approval, which outlives the customer's name, has their number.
    const logged = await logLines(database, `action LIKE 'approval.%' AND user_id IN (?)`, [
      [clerk.id, colleague.id],
    ]);
    const abouts = logged
      .filter(({ values }) => values.action === 'refund')
      .map(({ values }) => values.about);
    expect(abouts).toContain(` 20 EUR → #${holder.id}`);
    expect(abouts.filter((about) => String(about).includes('Test Client'))).toEqual([]);
    const again = await refund(colleague, id);
    expect([again.status, again.body.code]).toEqual([409, 'REFUND_NOT_POSSIBLE']);
    expect((await staff(id)).refund).toMatchObject({ state: 'paid', amount: 20, recovered: 0 });
    const own = (await api(holder, 'GET', `user/cases/${id}`)).body;
    expect(own.entries.at(-1)).toMatchObject({
      kind: 'news',
      text: expect.stringContaining('20,00') as string,
    });
    expect(JSON.stringify(own)).not.toContain('Carte volée');
  });

  it.each([
    ['USD', '20.00'],
    ['JPY', '3000'],
  ])('of a purchase in %s is in euros, also once the network was asked for it', async (currency, amount) => {
    await giveRates(database);
    const holder = await newCustomer(bank.shellUrl);
    await api(holder, 'POST', 'balance/update', { amount: 50, type: 'add' });
    const card = await newCard(bank, database, holder, { virtual: true });
    const network = cardNetwork(bank);
    const paid = { amount, currency, country: 'US' };
    const { reference } = await network.authorize(card.plastic, paid);
    await network.post('clearings', network.clearing(card.plastic, reference, paid));
    const { body: list } = await api<{ transactions: { id: number; type: string }[] }>(
      holder,
      'GET',
      'user/transactions?limit=2',
    );
    const bought = list.transactions.find(({ type }) => type === 'payment')?.id ?? 0;
    const { id } = (await dispute(holder, bought, { ...words, reason: 'not_me' })).body;
    const { version } = await staff(id);
    const decision = { decision: 'accepted', reason: 'Vous avez raison.', version };
    expect((await api(clerk, 'POST', `admin/cases/${id}/decision`, decision)).status).toBe(200);
    const [asked] = await database.rows('SELECT asked, currency FROM disputes WHERE case_id = ?', [id]);
    expect(asked).toEqual({ asked: amount.replace('.', ''), currency });
    const [left, lost] = [await balance(holder), await balanceOfBank(database, losses)];
    const missing = (5_000 - left) / 100;
    expect((await staff(id)).refund).toMatchObject({ state: 'possible', amount: missing, currency: 'EUR' });
    expect((await refund(clerk, id)).status).toBe(200);
    expect([await balance(holder), await balanceOfBank(database, losses)]).toEqual([
      5_000,
      lost + left - 5_000,
    ]);
    expect((await refund(clerk, id, 'take_back')).status).toBe(200);
    expect([await balance(holder), await balanceOfBank(database, losses)]).toEqual([left, lost]);
  });

  it('with a key is the same, however often it is sent', async () => {
    const { id, holder } = await contested();
    const { version } = await staff(id);
    const body = { act: 'pay', version, reason: 'Carte volée' };
    const key = { 'idempotency-key': `refund-${id}` };
    const send = () => api(clerk, 'POST', `admin/cases/${id}/refund`, body, key);
    const answers = [...(await Promise.all([send(), send()])), await send()];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await balance(holder)).toBe(2_500);
  });

  it('is for staff who may change balances, not about themselves, and for no other reason', async () => {
    const { id } = await contested();
    const officer = await newCustomer(bank.shellUrl);
    await promote(database, officer, ['compliance', 'support']);
    expect((await refund(officer, id)).status).toBe(403);
    expect((await refund(marie, id)).status).toBe(403);
    const other = await contested('not_received');
    expect((await staff(other.id)).refund).toBeNull();
    expect((await refund(clerk, other.id)).body.code).toBe('REFUND_NOT_POSSIBLE');
    const mine = await contested();
    await promote(database, mine.holder);
    expect((await refund(mine.holder, mine.id)).body.code).toBe('OWN_CASE');
    const { version } = await staff(mine.id);
    await api(clerk, 'POST', `admin/cases/${mine.id}/decision`, {
      decision: 'refused',
      reason: 'Non',
      version,
    });
    expect((await refund(clerk, mine.id)).body.code).toBe('REFUND_NOT_POSSIBLE');
  });

  it('goes to the bank when a chargeback brings the money, and to the customer when that is taken again', async () => {
    const { id, holder, original } = await contested();
    const lost = await balanceOfBank(database, losses);
    await refund(clerk, id);
    const network = cardNetwork(bank);
    await network.post('chargebacks', network.chargeback(original, { amount: '15.00' }));
    expect(await balance(holder)).toBe(2_500);
    expect(await balanceOfBank(database, losses)).toBe(lost - 500);
    expect((await staff(id)).refund).toMatchObject({ state: 'paid', recovered: 15 });
    await network.post('chargebacks', network.chargeback(original, { amount: '15.00', isReversal: true }));
    expect(await balance(holder)).toBe(2_500);
    expect(await balanceOfBank(database, losses)).toBe(lost - 2_000);
    expect((await staff(id)).refund).toMatchObject({ state: 'paid', recovered: 0 });
  });

  longIt('and money that comes back at the same moment leave no cent twice, and neither fails', async () => {
    const all = await Promise.all(Array.from({ length: 6 }, () => contested()));
    const lost = await balanceOfBank(database, losses);
    const network = cardNetwork(bank);
    const outcomes = await Promise.all(
      all.flatMap(({ id, original }) => [
        refund(clerk, id).then(({ status }) => status),
        ...['4.00', '5.00', '6.00'].map((amount) =>
          network.post('chargebacks', network.chargeback(original, { amount })).then(({ code }) => code),
        ),
      ]),
    );
    // The news of money that came first is another version of the case.
    expect(outcomes.filter((each) => each !== 200 && each !== 409 && each !== '00')).toEqual([]);
    for (const { id, holder } of all) {
      await refund(clerk, id);
      expect(await balance(holder)).toBe(2_500);
    }
    expect(await balanceOfBank(database, losses)).toBe(lost - 6 * 500);
  });

  it('is not paid again for the debit of a chargeback that was taken back', async () => {
    const { id, holder, original } = await contested();
    const network = cardNetwork(bank);
    for (const isReversal of [false, true]) {
      await network.post('chargebacks', network.chargeback(original, { amount: '20.00', isReversal }));
    }
    const debited = await newest(holder);
    expect((await refund(clerk, id)).status).toBe(200);
    const again = await dispute(holder, debited, { ...words, reason: 'not_me' });
    expect([again.status, again.body.code]).toEqual([422, 'DISPUTE_NOT_POSSIBLE']);
    expect((await api(holder, 'GET', `transactions/${debited}/dispute`)).status).toBe(422);
    expect(await balance(holder)).toBe(2_500);
  });

  it('never refuses money that comes back to an account that has spent the refund', async () => {
    const { id, holder, original } = await contested();
    await refund(clerk, id);
    await spend(holder);
    const network = cardNetwork(bank);
    const answer = await network.post('chargebacks', network.chargeback(original, { amount: '20.00' }));
    expect(answer.code).toBe('00');
    expect((await staff(id)).refund).toMatchObject({ recovered: 20 });
  });

  it('excludes the merchant’s earlier refunds', async () => {
    const { id, original, holder } = await contested();
    const network = cardNetwork(bank);
    await network.post('chargebacks', network.chargeback(original, { amount: '12.00' }));
    expect((await staff(id)).refund).toMatchObject({ state: 'possible', amount: 8 });
    const lost = await balanceOfBank(database, losses);
    await refund(clerk, id);
    expect(await balance(holder)).toBe(2_500);
    const again = network.chargeback(original, { amount: '12.00', isReversal: true });
    await network.post('chargebacks', again);
    expect([await balance(holder), await balanceOfBank(database, losses)]).toEqual([2_500, lost - 2_000]);
    expect((await staff(id)).refund).toMatchObject({ state: 'paid', amount: 20, recovered: 0 });
    expect((await refund(clerk, id, 'take_back')).status).toBe(200);
    expect([await balance(holder), await balanceOfBank(database, losses)]).toEqual([500, lost]);
  });

  it('is not paid again when a chargeback is taken away that came beside the merchant’s refund', async () => {
    const { id, holder, original, card } = await contested();
    const lost = await balanceOfBank(database, losses);
    await refund(clerk, id);
    const network = cardNetwork(bank);
    const amount = '20.00';
    await network.post('refunds', network.refund(card.plastic, original, { amount }));
    expect([await balance(holder), await balanceOfBank(database, losses)]).toEqual([2_500, lost]);
    for (const isReversal of [false, true]) {
      await network.post('chargebacks', network.chargeback(original, { amount, isReversal }));
    }
    expect([await balance(holder), await balanceOfBank(database, losses)]).toEqual([2_500, lost]);
    expect((await staff(id)).refund).toMatchObject({ state: 'paid', amount: 20, recovered: 20 });
  });

  it('includes the part that the bank advanced beyond the balance', async () => {
    const holder = await newCustomer(bank.shellUrl);
    await database.rows('UPDATE accounts SET overdraft_limit = 0 WHERE user_id = ?', [holder.id]);
    await api(holder, 'POST', 'balance/update', { amount: 20, type: 'add' });
    const card = await newCard(bank, database, holder, { virtual: true });
    const network = cardNetwork(bank);
    const { reference } = await network.authorize(card.plastic, { amount: '20.00' });
    await network.post('clearings', network.clearing(card.plastic, reference, { amount: '32.00' }));
    const { body } = await dispute(holder, await newest(holder), { ...words, reason: 'not_me' });
    expect((await staff(body.id)).refund).toMatchObject({ state: 'possible', amount: 32 });
    expect((await refund(clerk, body.id)).status).toBe(200);
    // A job collects what was owed from the money that arrived.
    const owed =
      'SELECT COALESCE(SUM(owed), 0) AS owed FROM card_bookings b WHERE b.account_id IN (SELECT id FROM accounts WHERE user_id = ?)';
    const left = Number((await database.rows(owed, [holder.id]))[0]?.owed);
    expect((await balance(holder)) - left).toBe(2_000);
    await network.post('chargebacks', network.chargeback(reference, { amount: '32.00' }));
    expect((await staff(body.id)).refund).toMatchObject({ recovered: 32 });
  });

  /** Takes what the bank advanced for cards from the accounts, as its job does. */
  async function collectDebts() {
    const settings = { databaseUrl: bank.migrationUrl, databaseConnections: 1 };
    const pool = await Database.open(await databaseOptions(settings as Config));
    const clock = new Clock();
    const parts = [new AuditService(clock), new EventsService(clock), new RandomSource()] as const;
    const incidents = new IncidentsService(pool, parts[0], parts[1], clock);
    await new CollectCardDebtsJob(pool, new LedgerService(...parts, clock), incidents).run(
      clock.now(),
      never,
    );
    await pool.close();
  }

  it('is also of a payment that the bank advanced in full, once its debit shows it', async () => {
    const holder = await newCustomer(bank.shellUrl);
    await database.rows('UPDATE accounts SET overdraft_limit = 0 WHERE user_id = ?', [holder.id]);
    const card = await newCard(bank, database, holder, { virtual: true });
    const network = cardNetwork(bank);
    const original = newReference();
    const cleared = await network.post(
      'clearings',
      network.clearing(card.plastic, original, { amount: '30.00' }),
    );
    expect(cleared.code).toBe('00');
    for (const [added, left] of [
      [10, 0],
      [40, 2_000],
    ]) {
      await api(holder, 'POST', 'balance/update', { amount: added, type: 'add' });
      await collectDebts();
      expect(await balance(holder)).toBe(left);
    }
    const { body } = await api<{ transactions: { id: number; amount: number }[] }>(
      holder,
      'GET',
      'user/transactions?limit=3',
    );
    const [rest, , first] = body.transactions;
    expect([rest?.amount, first?.amount]).toEqual([-20, -10]);
    // The clearing is disputed once.
    expect((await dispute(holder, rest?.id ?? 0)).body.code).toBe('DISPUTE_NOT_POSSIBLE');
    const offer = await api(holder, 'GET', `transactions/${first?.id}/dispute`);
    expect(offer.body).toMatchObject({ remedy: 'chargeback', card: { id: card.id } });
    const { status, body: opened } = await dispute(holder, first?.id ?? 0, { ...words, reason: 'not_me' });
    expect(status).toBe(201);
    expect(await staff(opened.id)).toMatchObject({
      way: 'chargeback',
      refund: { state: 'possible', amount: 30 },
    });
    expect((await refund(clerk, opened.id)).status).toBe(200);
    await network.post('chargebacks', network.chargeback(original, { amount: '30.00' }));
    expect((await staff(opened.id)).refund).toMatchObject({ recovered: 30 });
    expect(await balance(holder)).toBe(5_000);
  });

  it('is taken back once when the claim is false, and not from an account that has it no more', async () => {
    const { id, holder } = await contested();
    const lost = await balanceOfBank(database, losses);
    expect((await refund(clerk, id, 'take_back')).body.code).toBe('REFUND_NOT_POSSIBLE');
    await refund(clerk, id);
    await spend(holder);
    expect((await refund(clerk, id, 'take_back')).body.code).toBe('INSUFFICIENT_FUNDS');
    await send(marie, holder);
    const both = await Promise.all([clerk, colleague].map((who) => refund(who, id, 'take_back')));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect([await balance(holder), await balanceOfBank(database, losses)]).toEqual([500, lost]);
    expect((await staff(id)).refund).toMatchObject({ state: 'taken_back' });
    for (const act of ['pay', 'take_back']) {
      expect((await refund(clerk, id, act)).body.code).toBe('REFUND_NOT_POSSIBLE');
    }
  });

  it('above the limit of one administrator awaits another one', async () => {
    const { id, holder } = await contested();
    const [one, two] = [await newCustomer(bank.shellUrl), await newCustomer(bank.shellUrl)];
    for (const who of [one, two]) await promote(database, who);
    await database.rows(
      `INSERT INTO balance_adjustments (account_id, administrator_id, amount, created_at)
       SELECT id, ?, 999000, UTC_TIMESTAMP(3) FROM accounts WHERE user_id = ?`,
      [one.id, marie.id],
    );
    const asked = await refund(one, id);
    expect([asked.status, asked.body.awaiting, await balance(holder)]).toEqual([202, 'second_approval', 500]);
    expect((await staff(id)).refund).toMatchObject({ state: 'awaiting' });
    expect((await refund(two, id)).body.code).toBe('REFUND_NOT_POSSIBLE');
    expect((await decide(one, asked.body.approval?.id)).body.code).toBe('SECOND_APPROVER_REQUIRED');
    const officer = await newCustomer(bank.shellUrl);
    await promote(database, officer, ['compliance']);
    expect((await decide(officer, asked.body.approval?.id)).body.code).toBe('OUTSIDE_ROLES');
    expect((await decide(two, asked.body.approval?.id)).status).toBe(200);
    expect(await balance(holder)).toBe(2_500);
    expect((await staff(id)).refund).toMatchObject({ state: 'paid', amount: 20 });
  });
});

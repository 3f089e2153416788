/** @jest-environment ./tests/support/bank-environment.ts */
import { ibanWith } from '../../libs/contracts/iban';
import { decideBothWays } from '../bench/bank/decisions.mjs';
import { atLength } from '../support/at-length';
import { sharedBank } from '../support/shared-bank';
import { type SignedIn } from '../support/customers';
import { letNoPaymentGo, order, paymentCalls } from './payment-fixture';
import { statuses } from './people';

const { bank, database } = sharedBank();
let calls: ReturnType<typeof paymentCalls>;
let admin: SignedIn;

letNoPaymentGo(bank);
beforeAll(async () => {
  calls = paymentCalls(bank.shellUrl, database);
  admin = await calls.administrator();
});
describe('making a payment', () => {
  it('reserves the amount at once and leaves the payment pending', async () => {
    const who = await calls.customer(200);
    const { status, body } = await calls.post<{ payment: { risk: { score: number; reasons: string[] } } }>(
      who,
      'paiement',
      order,
    );
    expect([status, body]).toEqual([
      201,
      {
        success: true,
        payment: {
          id: expect.any(Number) as number,
          reference: expect.stringMatching(/^PAY-/) as string,
          amount: 120.5,
          currency: 'EUR',
          recipient_account: 'FR1420041010050500013M02606',
          payment_method: 'sepa_transfer',
          status: 'pending',
          created_at: expect.stringMatching(/Z$/) as string,
          processed_at: null,
          risk: expect.objectContaining({ level: 'low' }) as object,
          stage: 'awaiting_approval',
          decided_by: null,
          execution_date: null,
          fee: 0,
          charges: null,
          end_to_end_id: null,
          uetr: null,
          why: expect.objectContaining({ state: 'held' }) as object,
        },
      },
    ]);
    expect(body.payment.risk.reasons).toEqual(expect.arrayContaining(['new_recipient', 'account_age']));
    expect(body.payment.risk.score).toBeGreaterThanOrEqual(2.7);
    expect(await calls.fundsOf(who)).toEqual([20_000, 12_050]);
    const { body: overview } = await calls.get(who, 'solde');
    expect(overview.balance).toMatchObject({ current_balance: 200, available_balance: 79.5 });
    const { body: list } = await calls.get<{ transactions: object[] }>(
      who,
      'user/transactions?status=pending',
    );
    expect(list.transactions).toMatchObject([{ type: 'payment', description: 'Facture 12', amount: -120.5 }]);
  });

  it.each([
    [{ recipient_account: 'FR1420041010050500013M02607' }, 422, 'INVALID_FIELDS'],
    [{ recipient_account: 'DE8937040044053201300' }, 422, 'INVALID_FIELDS'],
    [{ recipient_account: 'XX89370400440532013000' }, 422, 'INVALID_FIELDS'],
    [{ recipient_account: '' }, 422, 'INVALID_FIELDS'],
    [{ recipient_account: 'AE070331234567890123456' }, 422, 'INVALID_FIELDS'],
    [{ payment_method: 'cheque' }, 422, 'INVALID_FIELDS'],
    [{ currency: 'USD' }, 422, 'INVALID_FIELDS'],
    [{ amount: 0 }, 422, 'INVALID_FIELDS'],
    [{ amount: '12' }, 400, 'MALFORMED_REQUEST'],
    [{ recipient_name: ' ' }, 422, 'INVALID_FIELDS'],
    [{ amount: 10_000.01 }, 422, 'TRANSFER_LIMIT_EXCEEDED'],
    [{ amount: 500.01 }, 422, 'INSUFFICIENT_FUNDS'],
  ])('refuses %j', async (changed, status, code) => {
    const who = await calls.customer(0);
    const answer = await calls.post(who, 'paiement', { ...order, ...changed });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(await calls.fundsOf(who)).toEqual([0, 0]);
  });

  it('accepts an IBAN outside SEPA for an international transfer, an empty currency and no description', async () => {
    const who = await calls.customer(200);
    const changed = { recipient_account: 'ae07 0331 2345 6789 0123 456', currency: '', description: '' };
    const made = await calls.pay(who, { ...changed, payment_method: 'international_transfer' });
    expect(made.risk.reasons).toContain('country');
    const held = await calls.fundsOf(who);
    const reserved = { amount: Number(held[1]) / 100, transfers: 1, cards: 0 };
    for (const path of ['solde', 'solde/check'])
      expect((await calls.get(who, path)).body).toMatchObject({ balance: { reserved } });
    expect((await calls.get(who, 'overview')).body).toMatchObject({ reserved });
    const { body } = await calls.get(who, 'user/transactions');
    expect(body.transactions).toMatchObject([{ description: 'Anne Durand' }, { type: 'deposit' }]);
  });

  it('refuses an account of this bank', async () => {
    const who = await calls.customer(200);
    const { body } = await calls.get<{ balance: { account_number: string } }>(who, 'solde/check');
    const changed = { ...order, recipient_account: body.balance.account_number };
    const answer = await calls.post(who, 'paiement', changed);
    expect([answer.status, answer.body.code]).toEqual([422, 'RECIPIENT_IN_THIS_BANK']);
  });

  it('refuses an IBAN of this bank that is of no account, and reserves nothing', async () => {
    const who = await calls.customer(200);
    for (const payment_method of ['sepa_transfer', 'sepa_instant', 'international_transfer']) {
      const recipient_account = ibanWith('FR', '99999000010000000000000');
      const answer = await calls.post(who, 'paiement', { ...order, recipient_account, payment_method });
      expect([payment_method, answer.status, answer.body.code]).toEqual([
        payment_method,
        422,
        'RECIPIENT_IN_THIS_BANK',
      ]);
    }
    expect(await calls.fundsOf(who)).toEqual([20_000, 0]);
  });

  it('counts towards the daily limit with transfers, unless it was rejected', async () => {
    const [who, other] = [await calls.customer(15_000, 1_000), await calls.customer(0)];
    await calls.post(who, 'balance/transfer', { recipient_id: other.id, amount: 600 });
    const made = await calls.pay(who, { amount: 400 });
    const over = await calls.post(who, 'paiement', { ...order, amount: 0.01 });
    expect(over.body.code).toBe('TRANSFER_LIMIT_EXCEEDED');
    await calls.reject(admin, made);
    await calls.pay(who, { amount: 400 });
    const transfer = await calls.post(who, 'balance/transfer', { recipient_id: other.id, amount: 0.01 });
    expect(transfer.body.code).toBe('TRANSFER_LIMIT_EXCEEDED');
  });

  describe('of a customer whose identity was refused', () => {
    const abroad = {
      recipient_account: 'TR330006100519786457841326',
      payment_method: 'international_transfer',
    };
    const state = (who: { id: number }, kyc: string) =>
      database.rows('UPDATE users SET kyc_status = ? WHERE id = ?', [kyc, who.id]);
    const codeOf = async (who: SignedIn, path: string, body: object) => {
      const answer = await calls.post(who, path, body);
      return [answer.status, answer.body.code];
    };
    const refused = [422, 'LIMIT_OF_LEVEL'];

    it('are never international, even after another submission', async () => {
      const who = await calls.customer(5_000);
      for (const kyc of ['rejected', 'pending']) {
        await state(who, kyc);
        expect(await codeOf(who, 'paiement', { ...order, ...abroad, amount: 1_500 })).toEqual(refused);
        expect(await codeOf(who, 'paiement', { ...order, ...abroad, amount: 1 })).toEqual(refused);
        const german = {
          recipient_account: 'DE89370400440532013000',
          payment_method: 'international_transfer',
        };
        expect(await codeOf(who, 'paiement', { ...order, ...german, amount: 1 })).toEqual(refused);
      }
      expect(await calls.fundsOf(who)).toEqual([500_000, 0]);
      await state(who, 'approved');
      await calls.pay(who, { ...abroad, amount: 1_500 });
    });

    it('total at most 250 a day with transfers, also simultaneous ones, and never use the overdraft', async () => {
      const [who, other] = [await calls.customer(5_000), await calls.customer(0)];
      await state(who, 'rejected');
      const orders = Array.from({ length: 8 }, (_, at) =>
        at % 2 === 0
          ? calls.post(who, 'paiement', { ...order, amount: 50 })
          : calls.post(who, 'balance/transfer', { recipient_id: other.id, amount: 50 }),
      );
      const statuses = (await Promise.all(orders)).map(({ status }) => status);
      expect(statuses.filter((status) => status === 201)).toHaveLength(5);
      expect(await codeOf(who, 'paiement', { ...order, amount: 0.01 })).toEqual(refused);
      await state(other, 'rejected');
      const [balance] = await calls.fundsOf(other);
      expect(await codeOf(other, 'paiement', { ...order, amount: balance / 100 + 1 })).toEqual(refused);
    });

    it('are refused with a message, and the limits in force are those that the balance shows', async () => {
      const who = await calls.customer(1_000);
      const limits = async () =>
        (await calls.get<{ balance: Record<string, unknown> }>(who, 'solde')).body.balance;
      expect(await limits()).toMatchObject({ level: 'full', transfer_limit: 10_000, overdraft_limit: 500 });
      await state(who, 'rejected');
      expect(await limits()).toMatchObject({
        level: 'limited',
        transfer_limit: 250,
        withdrawal_limit: 250,
        overdraft_limit: 0,
      });
      const { body } = await calls.post(who, 'paiement', { ...order, amount: 251 });
      expect(body.error).toMatch(/identité pour lever cette limite/);
    });
  });

  it('reserves once under one key', async () => {
    const who = await calls.customer(200);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => calls.post(who, 'paiement', { ...order, amount: 10 }, 'invoice')),
    );
    expect(statuses(answers)).toEqual({ 201: 20 });
    expect(await calls.fundsOf(who)).toEqual([20_000, 1_000]);
  });

  it('has the lowest risk for a small amount to a known recipient', async () => {
    const who = await calls.customer(200);
    await calls.validate(admin, await calls.pay(who, { amount: 10 }));
    const again = await calls.pay(who, { amount: 20 });
    expect(again.risk).toEqual({ level: 'low', score: 0.2, reasons: [] });
    const [stored] = await database.rows('SELECT risk_score, risk_reasons FROM payments WHERE id = ?', [
      again.id,
    ]);
    expect(stored).toEqual({ risk_score: '0.2', risk_reasons: '[]' });
  });
});

describe('reviewing payments', () => {
  it('shows a payment with its risk and the state of its account, to administrators', async () => {
    const who = await calls.customer(5_000);
    // Why it is held is for its payer.
    const { why: _why, ...made } = await calls.pay(who, { amount: 1_500 });
    const { status, body } = await calls.get<{ risk_points: { reason: string }[] }>(
      admin,
      `paiement/${made.id}`,
    );
    // At night the hour counts too.
    const risk_points = body.risk_points.filter(({ reason }) => reason !== 'time_of_day');
    expect([status, { ...body, risk_points }]).toEqual([
      200,
      {
        ...made,
        recipient_name: 'Anne Durand',
        description: 'Facture 12',
        reason: null,
        reason_code: null,
        in_doubt: false,
        recall: null,
        messages: [],
        arrival_date: null,
        payee: null,
        sanctions: [],
        stages: [expect.objectContaining({ stage: 'awaiting_approval', reason: null }) as object],
        holder: 'Test Client',
        risk_points: [
          { reason: 'amount', points: 1.5 },
          { reason: 'new_recipient', points: 1.5 },
          { reason: 'account_age', points: 1 },
        ],
        awaiting: null,
        first_approved_by: null,
        first_approved_at: null,
        processed_by: null,
        user_id: who.id,
        account: {
          user_id: who.id,
          holder: 'Test Client',
          status: 'active',
          kyc_status: 'approved',
          account_number: expect.stringMatching(/^FR/) as string,
          current_balance: 5_000,
          available_balance: 3_500,
          overdraft_limit: 500,
          transfer_limit: 10_000,
        },
      },
    ]);
    expect(made.risk.level).toBe('medium');
    expect((await calls.get(who, `paiement/${made.id}`)).status).toBe(403);
    expect((await calls.get(admin, 'paiement/999999')).status).toBe(404);
    for (const decide of [calls.validate, calls.reject]) expect((await decide(who, made)).status).toBe(403);
  });

  it('posts the reserved amount when approved', async () => {
    const who = await calls.customer(200);
    const made = await calls.pay(who);
    const { status, body } = await calls.validate(admin, made);
    expect([status, body]).toEqual([200, { success: true, reference: made.reference }]);
    expect(await calls.fundsOf(who)).toEqual([7_950, 0]);
    expect(await calls.holdOf(made)).toBe('posted');
    const { body: list } = await calls.get(who, 'user/transactions?type=payment');
    expect(list.transactions).toMatchObject([{ status: 'completed', amount: -120.5 }]);
  });

  it('releases the reserved amount when rejected, and notifies the reason', async () => {
    const who = await calls.customer(200);
    const made = await calls.pay(who);
    const { status, body } = await calls.reject(admin, made, 'Destinataire douteux :\nIBAN signalé');
    expect([status, body]).toEqual([200, { success: true, reference: made.reference }]);
    expect(await calls.fundsOf(who)).toEqual([20_000, 0]);
    expect(await calls.holdOf(made)).toBe('released');
    const { body: list } = await calls.get(who, 'user/transactions?type=payment');
    expect(list.transactions).toMatchObject([
      { status: 'failed', notes: 'Destinataire douteux :\nIBAN signalé' },
    ]);
  });

  it('decides once: a decided payment is a conflict, an unknown one is not found', async () => {
    const who = await calls.customer(500);
    const [approved, rejected] = [await calls.pay(who), await calls.pay(who)];
    await calls.validate(admin, approved);
    await calls.reject(admin, rejected);
    for (const payment of [approved, rejected]) {
      for (const decide of [calls.validate, calls.reject]) {
        const { status, body } = await decide(admin, payment);
        expect([status, body.code]).toEqual([409, 'PAYMENT_NOT_PENDING']);
      }
    }
    expect((await calls.validate(admin, { id: 999_999 })).status).toBe(404);
    expect((await calls.reject(admin, { id: 999_999 })).status).toBe(404);
  });

  // `npm run bench:bank` tests five hundred of them on two servers.
  it('gives each of many payments, approved and rejected at once, exactly one outcome', async () => {
    const who = await calls.customer(1_000);
    const made = [];
    for (let index = 0; index < atLength(40, 12); index += 1) made.push(await calls.pay(who, { amount: 1 }));
    const { approved, violations } = await decideBothWays(made, {
      approve: (payment) => calls.validate(admin, payment),
      reject: (payment) => calls.reject(admin, payment),
      rows: database.rows,
    });
    expect(violations).toEqual([]);
    expect(await calls.fundsOf(who)).toEqual([100_000 - 100 * approved, 0]);
  }, 60_000);
});

describe('the code of an approval', () => {
  it('is the placeholder without two-factor, and nothing else', async () => {
    const who = await calls.customer(200);
    const made = await calls.pay(who);
    const { status, body } = await calls.validate(admin, made, '123456');
    expect([status, body.code, Object.keys(body.fields as object)]).toEqual([
      422,
      'INVALID_TWO_FACTOR_CODE',
      ['validation_code'],
    ]);
    expect((await calls.validate(admin, made)).status).toBe(200);
  });

  it('is a one-time code with two-factor: never the placeholder, never twice', async () => {
    const careful = await calls.protectedAdministrator();
    const who = await calls.customer(500);
    const [first, second] = [await calls.pay(who), await calls.pay(who)];
    expect((await calls.validate(careful, first)).body.code).toBe('INVALID_TWO_FACTOR_CODE');
    const code = await careful.freshCode();
    expect((await calls.validate(careful, first, code, 'approve-first')).status).toBe(200);
    expect((await calls.validate(careful, first, code, 'approve-first')).status).toBe(200);
    expect((await calls.validate(careful, second, code)).body.code).toBe('INVALID_TWO_FACTOR_CODE');
  });

  it('is no recovery code, which is for signing in', async () => {
    const careful = await calls.protectedAdministrator();
    const made = await calls.pay(await calls.customer(200));
    const [code] = careful.recoveryCodes;
    expect((await calls.validate(careful, made, code)).body.code).toBe('INVALID_TWO_FACTOR_CODE');
    const left = await database.rows('SELECT 1 FROM recovery_codes WHERE user_id = ?', [careful.id]);
    expect(left).toHaveLength(careful.recoveryCodes.length);
  });

  it('is not the placeholder of an administrator whose only second factor is a passkey', async () => {
    const holder = await calls.administrator();
    await database.rows(
      `INSERT INTO passkeys
         (user_id, credential_id, rp_id, user_handle, public_key, counter, transports, name, created_at)
       VALUES (?, ?, 'bank.test', ?, '', 0, '', 'Clé', NOW(3))`,
      [holder.id, `payments ${holder.id}`, Buffer.alloc(32)],
    );
    const made = await calls.pay(await calls.customer(200));
    expect((await calls.validate(holder, made)).body.code).toBe('TWO_FACTOR_REQUIRED');
    const rows = [{ id: made.id }];
    const { body } = await calls.post(holder, 'paiement/decisions', { decision: 'approve', rows });
    expect(JSON.stringify(body)).toContain('TWO_FACTOR_REQUIRED');
    expect((await calls.validate(admin, made)).status).toBe(200);
  });

  it('is blocked after too many guesses', async () => {
    const careful = await calls.protectedAdministrator();
    const made = await calls.pay(await calls.customer(200));
    const seen = new Set<number>();
    for (let attempt = 0; attempt < 12; attempt += 1) {
      seen.add((await calls.validate(careful, made, '999999')).status);
    }
    expect(seen).toEqual(new Set([422, 429]));
  });
});

describe('a payment above 10 000', () => {
  it('needs two administrators other than the payer, each with a one-time code', async () => {
    const [first, second] = [await calls.protectedAdministrator(), await calls.protectedAdministrator()];
    const who = await calls.customer(20_000, 50_000);
    const made = await calls.pay(who, { amount: 10_000.01 });
    expect(made.risk.level).toBe('high');
    expect((await calls.validate(admin, made)).body.code).toBe('TWO_FACTOR_REQUIRED');
    const code = await first.freshCode();
    const expected = { success: true, reference: made.reference, awaiting: 'second_approval' };
    for (let time = 0; time < 2; time += 1) {
      const { status, body } = await calls.validate(first, made, code, 'first-approval');
      expect([status, body]).toEqual([202, expected]);
    }
    expect(await calls.fundsOf(who)).toEqual([2_000_000, 1_000_001]);
    const { body: detail } = await calls.get(admin, `paiement/${made.id}`);
    const approval = {
      awaiting: 'second_approval',
      first_approved_by: { id: first.id, name: 'Test Client' },
    };
    expect(detail).toMatchObject(approval);
    const { body: list } = await calls.get<{ payments: object[] }>(
      admin,
      `paiement?search=${made.reference}`,
    );
    expect(list.payments).toMatchObject([{ ...approval, id: made.id, user_id: who.id }]);
    // Payments of other tests may settle meanwhile.
    const told = await database.rows(
      `SELECT data FROM events WHERE type = 'payment' AND data LIKE ? ORDER BY id DESC LIMIT 1`,
      [`%"id":${made.id},%`],
    );
    expect(JSON.parse(told[0]?.data ?? '')).toEqual({
      id: made.id,
      status: 'pending',
      awaiting: 'second_approval',
    });
    const twice = await calls.validate(first, made, await first.freshCode());
    expect([twice.status, twice.body.code]).toEqual([403, 'SECOND_APPROVER_REQUIRED']);
    const last = await calls.validate(second, made, await second.freshCode());
    expect([last.status, last.body]).toEqual([200, { success: true, reference: made.reference }]);
    const { body: decided } = await calls.get(admin, `paiement/${made.id}`);
    expect(decided).toMatchObject({ awaiting: null, processed_by: { id: second.id, name: 'Test Client' } });
    expect(await calls.fundsOf(who)).toEqual([999_999, 0]);
  });

  it('still needs two approvals when the first approver has lost the role or access', async () => {
    const second = await calls.protectedAdministrator();
    const who = await calls.customer(40_000, 50_000);
    for (const lost of [
      `staff_roles = 'support'`,
      `status = 'inactive'`,
      `role = 'user', staff_roles = ''`,
    ]) {
      const [first, third] = [await calls.protectedAdministrator(), await calls.protectedAdministrator()];
      const made = await calls.pay(who, { amount: 10_000.01 });
      expect((await calls.validate(first, made, await first.freshCode())).status).toBe(202);
      const shown = async () => (await calls.get(second, `paiement/${made.id}`)).body;
      expect(await shown()).toMatchObject({
        awaiting: 'second_approval',
        first_approved_by: { id: first.id },
      });
      await database.rows(`UPDATE users SET ${lost} WHERE id = ?`, [first.id]);
      const none = { awaiting: null, first_approved_by: null };
      expect(await shown()).toMatchObject({ ...none, first_approved_at: null });
      const { body } = await calls.get(second, `paiement?status=pending&search=${made.reference}`);
      expect(body.payments).toEqual([expect.objectContaining(none)]);
      expect((await calls.validate(second, made, await second.freshCode())).status).toBe(202);
      const twice = await calls.validate(second, made, await second.freshCode());
      expect([twice.status, twice.body.code]).toEqual([403, 'SECOND_APPROVER_REQUIRED']);
      expect((await calls.validate(third, made, await third.freshCode())).status).toBe(200);
    }
  });

  it('cannot be approved by its own payer, whatever the amount', async () => {
    await calls.post(admin, 'balance/update', { amount: 100, type: 'add' });
    const made = await calls.pay(admin, { amount: 5 });
    const { status, body } = await calls.validate(admin, made);
    expect([status, body.code]).toEqual([403, 'OWN_PAYMENT']);
  });
});

/** @jest-environment ./tests/support/bank-environment.ts */
import { createDecipheriv, hkdfSync } from 'node:crypto';
import path from 'node:path';
import type { Card } from '@bank/contracts/cards';
import { luhnDigit } from '../../bff/src/money/cards/card-number';
import { deriveKeys, storedKeys } from '../../bff/src/platform/config/keys';
import { sharedBank } from '../support/shared-bank';
import { newCustomer, type SignedIn } from '../support/customers';
import { call } from '../support/http';

const { bank, database } = sharedBank();
let marie: SignedIn;

beforeAll(async () => {
  marie = await newCustomer(bank.shellUrl);
});

const create = (body: unknown, headers?: Record<string, string>) =>
  call<{ success: boolean; code: string; card: Record<string, unknown> }>(
    'POST',
    `${bank.shellUrl}/api/cards/create`,
    {
      token: marie.token,
      body,
      ...(headers && { headers }),
    },
  );
const list = async ({ token }: SignedIn) =>
  (await call<{ cards: Record<string, unknown>[] }>('GET', `${bank.shellUrl}/api/carte`, { token })).body
    .cards;

describe('cards', () => {
  it('are issued at once, active and masked', async () => {
    expect(await list(marie)).toEqual([]);
    const { status, body } = await create({ card_type: 'debit' });
    expect(status).toBe(201);
    expect(body).toEqual({
      success: true,
      card: {
        id: expect.any(Number) as number,
        card_number: expect.stringMatching(/^\*{4} \*{4} \*{4} \d{4}$/) as string,
        type: 'standard',
        brand: 'VISA',
        status: 'active',
        virtual: false,
        expiry_date: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) as string,
        monthly_limit: 3000,
        last_used: null,
        state: 'ordered',
        once: false,
        limits: { per_payment: 1000, per_day: 1000, per_month: 3000, cash_per_day: 1000 },
        most: { per_payment: 3000, per_day: 3000, per_month: 3000, cash_per_day: 1000 },
        defaults: { per_payment: 1000, per_day: 1000, per_month: 3000, cash_per_day: 1000 },
        channels: { online: true, contactless: true, cash: true, abroad: true },
        has_pin: false,
        pin_blocked: false,
        replaces: null,
        blocked_by_bank: false,
        ships_at: expect.stringMatching(/Z$/) as string,
        arrives_by: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string,
      },
    });
    expect(await list(marie)).toEqual([{ ...body.card, why: null }]);
  });

  it('have the requested type; an empty type counts as absent', async () => {
    expect((await create({ card_type: 'debit', type: 'elite', virtual: true })).body.card).toMatchObject({
      type: 'elite',
      virtual: true,
    });
    expect((await create({ card_type: 'debit', type: '' })).body.card).toMatchObject({ type: 'standard' });
  });

  it.each([
    [{}, 400],
    [{ card_type: 5 }, 400],
    [{ card_type: 'credit' }, 422],
    [{ card_type: 'debit', type: 'gold' }, 422],
    [{ card_type: 'debit', virtual: 'yes' }, 400],
    ['[', 400],
  ])('are refused for %j', async (body, status) => {
    const before = (await list(marie)).length;
    expect((await create(body, { 'content-type': 'application/json' })).status).toBe(status);
    expect(await list(marie)).toHaveLength(before);
  });

  it('are issued once for one key', async () => {
    const before = (await list(marie)).length;
    const copies = Array.from({ length: 20 }, () =>
      create({ card_type: 'debit' }, { 'idempotency-key': 'one card' }),
    );
    expect((await copies[0])?.body.code).toBe('INVALID_IDEMPOTENCY_KEY');
    const keyed = Array.from({ length: 20 }, () =>
      create({ card_type: 'debit' }, { 'idempotency-key': 'one-card' }),
    );
    const answers = await Promise.all(keyed);
    expect(new Set(answers.map(({ body }) => body.card.id)).size).toBe(1);
    expect(await list(marie)).toHaveLength(before + 1);
  });

  it('have a valid number, unreadable in the database', async () => {
    const { body } = await create({ card_type: 'debit' });
    const [row] = await database.rows(
      'SELECT account_id, number_encrypted, last_four FROM cards WHERE id = ?',
      [body.card.id],
    );
    const sealed = row?.number_encrypted as unknown as Buffer;
    const { encryption } = deriveKeys({}, () => storedKeys(path.join(bank.dataDir, 'keys.json')));
    const own = hkdfSync('sha256', encryption, 'bank-pcs cards', 'numbers 1', 32);
    const opened = createDecipheriv('aes-256-gcm', Buffer.from(own), sealed.subarray(0, 12))
      .setAAD(Buffer.from(`card of account ${row?.account_id}`))
      .setAuthTag(sealed.subarray(12, 28));
    const number = opened.update(sealed.subarray(28), undefined, 'utf8') + opened.final('utf8');
    expect(number).toMatch(/^411111\d{10}$/);
    expect(luhnDigit(number.slice(0, 15))).toBe(number[15]);
    expect(body.card.card_number).toBe(`**** **** **** ${number.slice(-4)}`);
    expect(bank.logs()).not.toContain(number);
  });

  it('are at most a hundred in a day, those for lost ones included, which are ended all the same', async () => {
    const { token, id: userId } = await newCustomer(bank.shellUrl);
    const ask = (what: string) =>
      call<{ code: string; card: Card; replacement: Card | null }>('POST', `${bank.shellUrl}/api/${what}`, {
        token,
        body: { card_type: 'debit', virtual: true },
      });
    const answers: Awaited<ReturnType<typeof ask>>[] = [];
    for (let batch = 0; batch < 6; batch += 1) {
      answers.push(...(await Promise.all(Array.from({ length: 20 }, () => ask('cards/create')))));
    }
    const made = answers.filter(({ status }) => status === 201);
    expect(made).toHaveLength(100);
    const refused = answers.filter(({ body }) => body.code === 'TOO_MANY_REQUESTS');
    expect(refused).toHaveLength(20);
    const lost = `carte/${made[0]?.body.card.id}/lost`;
    const reported = () => Promise.all(Array.from({ length: 3 }, () => ask(lost)));
    for (const { status, body } of await reported()) {
      expect([status, body]).toMatchObject([201, { card: { state: 'lost' }, replacement: null }]);
    }
    const logged = `SELECT 1 FROM audit_log WHERE user_id = ? AND action = 'card.lost'`;
    expect(await database.rows(logged, [userId])).toHaveLength(1);
    const yesterday = `UPDATE cards c JOIN accounts a ON a.id = c.account_id
      SET c.created_at = c.created_at - INTERVAL 1 DAY WHERE a.user_id = ?`;
    await database.rows(yesterday, [userId]);
    const replacements = (await reported()).map(({ body }) => body.replacement);
    expect(new Set(replacements.map((card) => card?.id)).size).toBe(1);
    expect(replacements[0]).toMatchObject({ replaces: made[0]?.body.card.id });
    expect((await ask('cards/create')).status).toBe(201);
  });

  it('are hidden from other users', async () => {
    expect(await list(await newCustomer(bank.shellUrl))).toEqual([]);
    expect((await call('GET', `${bank.shellUrl}/api/carte`)).status).toBe(401);
  });
});

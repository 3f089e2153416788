import { createHash, createHmac } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { canonicalJson } from '../../bff/src/platform/http/idempotency-key';
import { deriveKeys } from '../../bff/src/platform/config/keys';
import { startBank, type Bank } from '../support/bank';
import { connectTo, newCustomer, type SignedIn, type TestConnection } from '../support/customers';
import { call } from '../support/http';
import { logLines } from '../support/log-lines';
import { untilThereAre } from '../support/until';

const secret = 'a secret that only this test file knows';

let bank: Bank;
let database: TestConnection;
let marie: SignedIn;

beforeAll(async () => {
  bank = await startBank({ env: { SIGNING_KEY: secret, ENCRYPTION_KEY: secret } });
  database = connectTo(bank.migrationUrl);
  marie = await newCustomer(bank.shellUrl);
});

afterAll(async () => {
  await database.end();
  await bank.stop();
});

type Body = Record<string, unknown> & { card: { id: number; status: string }; reference: string };
const send = (
  method: string,
  route: string,
  body?: unknown,
  headers: Record<string, string> = {},
  who: SignedIn = marie,
) => call<Body>(method, `${bank.shellUrl}/api/${route}`, { token: who.token, body, headers });

async function newCard(): Promise<number> {
  return (await send('POST', 'cards/create', { card_type: 'debit' })).body.card.id;
}

const track1 = '%B4929123456781234^CANARY/MARIE^2912101000000000000000?';
const track2 = ';4929123456781234=29121010000000000?';
const track3 = ';014929123456781234=724724100000000000030300000404000040=?';

describe('the status of a card', () => {
  it('is changed by its holder, and returned at once', async () => {
    const id = await newCard();
    for (const status of ['blocked', 'blocked', 'active'] as const) {
      const answer = await send('PUT', `carte/${id}/status`, { status });
      expect([answer.status, answer.body]).toEqual([
        200,
        { success: true, card: expect.objectContaining({ id, status }) as object },
      ]);
    }
    const lines = await database.rows(
      `SELECT action FROM audit_log WHERE user_id = ? AND action IN ('card.blocked', 'card.unblocked')`,
      [marie.id],
    );
    expect(lines.map(({ action }) => action)).toEqual(['card.blocked', 'card.unblocked']);
  });

  it('cannot be changed for another’s or an unknown card', async () => {
    const id = await newCard();
    const stranger = await newCustomer(bank.shellUrl);
    expect((await send('PUT', `carte/${id}/status`, { status: 'blocked' }, {}, stranger)).status).toBe(404);
    expect((await send('PUT', 'carte/999999/status', { status: 'blocked' })).status).toBe(404);
    expect((await send('PUT', 'carte/x/status', { status: 'blocked' })).status).toBe(404);
    expect((await send('PUT', `carte/${id}/status`, { status: 'inactive' })).status).toBe(422);
    expect((await send('PUT', `carte/${id}/status`, {})).status).toBe(400);
  });

  it('stays inactive for good', async () => {
    const id = await newCard();
    await database.rows('UPDATE cards SET status = ? WHERE id = ?', ['inactive', id]);
    const answer = await send('PUT', `carte/${id}/status`, { status: 'active' });
    expect([answer.status, answer.body.code]).toEqual([409, 'CARD_INACTIVE']);
  });
});

describe('a write to a card', () => {
  it.each([
    [{ track1 }],
    [{ track2 }],
    [{ track3 }],
    [{ customData: 'one\nline' }],
    [{ track1, track2, track3, customData: 'x'.repeat(500) }],
    [{ track1: '', track2, track3: '', customData: '' }],
    [{ track2: ';4929123456781234==1010000000000?1' }],
    [{ track1: "%B4929123456781234^O'BRIEN/A^^^?" }],
  ])('of %j returns a reference', async (data) => {
    const answer = await send('POST', 'carte/write', { cardId: await newCard(), ...data });
    expect([answer.status, answer.body]).toEqual([
      201,
      { reference: expect.stringMatching(/^WR-[A-Z0-9]{12}$/) as string },
    ]);
    const present = Object.entries(data).flatMap(([name, value]) => (value === '' ? [] : [name]));
    const [kept] = await database.rows('SELECT * FROM card_writes WHERE reference = ?', [
      answer.body.reference,
    ]);
    expect(kept).toMatchObject({ user_id: marie.id, tracks: present.join(',') });
    expect((kept?.digest as unknown as Buffer).length).toBe(32);
  });

  it.each([{}, { track1: '', track2: '', track3: '', customData: '' }, { track2: null }])(
    'of %j is refused',
    async (data) => {
      const answer = await send('POST', 'carte/write', { cardId: await newCard(), ...data });
      expect([answer.status, answer.body.code, answer.body.error]).toEqual([
        422,
        'CARD_DATA_REQUIRED',
        'Veuillez remplir au moins un champ de données',
      ]);
    },
  );

  it.each([
    [{ track1: 'hello' }, 422],
    [{ track1: track1.toLowerCase() }, 422],
    [{ track1: `%B4929123456781234^A/B^2912101${'0'.repeat(60)}?` }, 422],
    [{ track2: '4929123456781234=2912101' }, 422],
    [{ track2: ';4929123456781234=2913101?' }, 422],
    [{ track2: `;4929123456781234=2912101${'0'.repeat(20)}?` }, 422],
    [{ track3: ';ABC=1?' }, 422],
    [{ track3: `;01492912345678=${'1'.repeat(100)}?` }, 422],
    [{ customData: 'x'.repeat(501) }, 422],
    [{ track2: 12 }, 400],
  ])('of %j is refused, without repeating it in the response', async (data, status) => {
    const answer = await send('POST', 'carte/write', { cardId: await newCard(), ...data });
    expect(answer.status).toBe(status);
    expect(Object.keys(answer.body.fields ?? {})).toEqual(Object.keys(data));
    expect(JSON.stringify(answer.body.fields)).not.toContain(String(Object.values(data)[0]));
  });

  it('is refused for a virtual card, which has no stripe', async () => {
    const { body } = await send('POST', 'cards/create', { card_type: 'debit', virtual: true });
    const answer = await send('POST', 'carte/write', { cardId: body.card.id, track2 });
    expect(answer).toMatchObject({
      status: 422,
      body: {
        code: 'INVALID_FIELDS',
        fields: { cardId: 'Une carte virtuelle n’a pas de piste magnétique.' },
      },
    });
  });

  it('is refused for another’s, a blocked and an expired card', async () => {
    const id = await newCard();
    const stranger = await newCustomer(bank.shellUrl);
    expect((await send('POST', 'carte/write', { cardId: id, track2 }, {}, stranger)).status).toBe(404);
    await send('PUT', `carte/${id}/status`, { status: 'blocked' });
    const blocked = await send('POST', 'carte/write', { cardId: id, track2 });
    expect([blocked.status, blocked.body.code]).toEqual([409, 'CARD_BLOCKED']);
    await send('PUT', `carte/${id}/status`, { status: 'active' });
    await database.rows('UPDATE cards SET expiry_date = ? WHERE id = ?', ['2020-01-31', id]);
    const expired = await send('POST', 'carte/write', { cardId: id, track2 });
    expect([expired.status, expired.body.code]).toEqual([409, 'CARD_INACTIVE']);
    const shown = expect.objectContaining({ id, state: 'expired', status: 'inactive' });
    expect((await send('GET', 'carte')).body.cards).toContainEqual(shown);
  });

  it('happens once for one key, and is refused with other data under it', async () => {
    const body = { cardId: await newCard(), track2 };
    const key = { 'idempotency-key': 'one-write' };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => send('POST', 'carte/write', body, key)),
    );
    expect(new Set(answers.map((answer) => `${answer.status} ${answer.body.reference}`)).size).toBe(1);
    const other = await send('POST', 'carte/write', { ...body, customData: 'more' }, key);
    expect([other.status, other.body.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    const kept = await database.rows('SELECT id FROM card_writes WHERE card_id = ?', [body.cardId]);
    expect(kept).toHaveLength(1);
  });

  it('is stored permanently', async () => {
    await send('POST', 'carte/write', { cardId: await newCard(), track2 });
    await expect(database.rows('DELETE FROM card_writes')).rejects.toMatchObject({ sqlState: '45000' });
    await expect(database.rows('UPDATE card_writes SET card_id = card_id')).rejects.toMatchObject({
      sqlState: '45000',
    });
  });
});

/** Every value of every table as bytes, of text and binary columns. */
async function everyValue(): Promise<Buffer[]> {
  const tables = await database.rows(
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = DATABASE() AND table_type = 'BASE TABLE'`,
  );
  const found: Buffer[] = [];
  for (const { name } of tables) {
    for (const row of await database.rows(`SELECT * FROM \`${name}\``)) {
      for (const value of Object.values(row) as unknown[]) {
        found.push(Buffer.isBuffer(value) ? value : Buffer.from(String(value)));
      }
    }
  }
  return found;
}

const filesUnder = (folder: string): Buffer[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((file) => statSync(file).isFile())
    .map((file) => readFileSync(file));

it('the written data is stored nowhere, neither plain, nor encoded, nor as a guessable digest', async () => {
  const number = '4929876543210987';
  const data = {
    track1: `%B${number}^CANARYNAME/ZOE^30051010000000000000000?`,
    track2: `;${number}=30051018675309867?`,
    track3: `;01${number}=724724100000000000030300000404000040=?`,
    customData: 'canary-custom-data-71',
  };
  const cardId = await newCard();
  const body = { cardId, ...data };
  const written = await send('POST', 'carte/write', body, { 'idempotency-key': 'canary-call' });
  expect(written.status).toBe(201);
  await send('PUT', `carte/${cardId}/status`, { status: 'blocked' });
  for (const refused of [{ ...body, track1: `${data.track1}canary` }, { ...body, customData: 7 }, body]) {
    expect((await send('POST', 'carte/write', refused)).status).toBeGreaterThanOrEqual(400);
  }
  // What is logged in the background of these calls is there before a refusal that came later.
  await send('GET', 'admin/users');
  await untilThereAre(1, () => logLines(database, `user_id = ? AND action = 'access.refused'`, [marie.id]));

  const secrets = [number, 'CANARYNAME', '8675309867', data.customData];
  const digested = [
    ...Object.values(data),
    ...secrets,
    canonicalJson(data),
    canonicalJson(body),
    JSON.stringify(data),
    JSON.stringify(body),
    `POST /api/carte/write\n${canonicalJson(body)}`,
  ];
  const { encryption } = deriveKeys(
    { signing: [{ id: 1, secret }], encryption: [{ id: 1, secret }] },
    () => ({
      signing: [],
      encryption: [],
    }),
  );
  const digests = digested.map((text) => createHash('sha256').update(text).digest());
  const needles = [
    ...secrets.flatMap((text) => [
      text,
      Buffer.from(text).toString('hex'),
      Buffer.from(text).toString('base64'),
    ]),
    ...digests,
    ...digests.flatMap((digest) => [digest.toString('hex'), digest.toString('base64')]),
  ];
  const values = await everyValue();
  const places = { values, log: [Buffer.from(bank.logs())], files: filesUnder(bank.dataDir) };
  expect(bank.logs()).toContain('/api/carte/write');
  expect(values.length).toBeGreaterThan(100);
  for (const [place, contents] of Object.entries(places)) {
    const leaks = needles.filter((needle) => contents.some((content) => content.includes(needle)));
    expect([place, leaks]).toEqual([place, []]);
  }
  const keyed = createHmac('sha256', encryption)
    .update(`card write ${canonicalJson(data)}`)
    .digest();
  expect(values.some((value) => value.equals(keyed))).toBe(true);
});

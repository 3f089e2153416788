/** @jest-environment ./tests/support/bank-environment.ts */
import { randomUUID } from 'node:crypto';
import type { PartnerApplications } from '../../libs/contracts/partner-applications';
import { newCustomer, promote, type SignedIn } from '../support/customers';
import { call } from '../support/http';
import { sharedBank } from '../support/shared-bank';
import { partnersOf } from './partner-fixture';
import { somebody, someAddress } from './people';

const { bank, database } = sharedBank();
let admin: SignedIn;

beforeAll(async () => {
  admin = await newCustomer(bank.shellUrl);
  await promote(database, admin);
});
const {
  keyOf,
  frame,
  send,
  apply,
  complete,
  secretOf,
  read,
  partner,
  admin: administer,
} = partnersOf(bank, () => admin.token);
const listOf = async (token: string, query = '') =>
  (await read<PartnerApplications>(token, query)).body.applications;

describe('a partner’s server', () => {
  it('reads an application from its beginning, by its id and by the reference of the page', async () => {
    const { key, secret } = await partner();
    const applied = (await apply(`${key}:dossier-1`)).body;
    const moment = expect.stringMatching(/^\d{4}-.*Z$/) as string;
    const begun = {
      applicationId: applied.application_id,
      status: 'pending',
      reference: 'dossier-1',
      startedAt: moment,
      completedAt: null,
      decidedAt: null,
    };
    expect((await read(secret, `/${applied.application_id}`)).body).toEqual(begun);
    await complete(applied);
    const completed = { ...begun, status: 'completed', completedAt: moment };
    expect((await read(secret, `/${applied.application_id}`)).body).toEqual(completed);
    await apply(`${key}:dossier-2`);
    await apply(key);
    expect(await listOf(secret, '?reference=dossier-1')).toEqual([completed]);
    expect((await listOf(secret)).map(({ reference }) => reference)).toEqual([
      null,
      'dossier-2',
      'dossier-1',
    ]);
    const { body } = await read<PartnerApplications>(secret, '?limit=2&page=2');
    expect([body.applications.length, body.pagination]).toEqual([
      1,
      { page: 2, limit: 2, total: 3, pages: 2 },
    ]);
  });

  it('reads nothing of another partner, nor of the other mode', async () => {
    const [mine, theirs] = [await partner(), await partner()];
    const test = await secretOf(mine.made, 'test');
    const { application_id: id } = (await apply(`${mine.key}:same`)).body;
    const testKey = await keyOf(mine.made, 'test');
    const { application_id: played } = (await apply(`${testKey}:same`)).body;
    for (const [secret, other] of [
      [theirs.secret, id],
      [theirs.secret, played],
      [test.secret, id],
      [mine.secret, played],
    ] as const) {
      expect((await read(secret, `/${other}`)).status).toBe(404);
    }
    expect((await read(mine.secret, `/${id}`)).status).toBe(200);
    expect((await read(test.secret, `/${played}`)).status).toBe(200);
    expect(await listOf(theirs.secret, '?reference=same')).toEqual([]);
    expect((await listOf(test.secret, '?reference=same')).map(({ applicationId }) => applicationId)).toEqual([
      played,
    ]);
    expect((await read(mine.secret, `/${randomUUID()}`)).status).toBe(404);
  });

  it.each([
    ['a page', { origin: 'https://ponts.example' }],
    ['a page of the bank itself', { 'sec-fetch-site': 'same-origin' }],
  ])('is refused as %s, and never gets CORS headers', async (_what, headers) => {
    const { secret } = await partner();
    const answer = await read(secret, '', headers);
    expect([answer.status, answer.body.code]).toEqual([403, 'FORBIDDEN']);
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    const asked = await call('OPTIONS', `${bank.shellUrl}/api/partner/applications`, {
      headers: { ...headers, 'access-control-request-method': 'GET', ...someAddress() },
    });
    expect(asked.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('needs a key that works: not that of a page, a person, or a partner that is off', async () => {
    const { made, key, secret } = await partner();
    for (const token of [
      undefined,
      key,
      admin.token,
      `${secret.slice(0, -1)}_`,
      secret.toLowerCase(),
      'sk_live_',
    ])
      expect((await read(token)).status).toBe(401);
    await administer('POST', `partners/${made.id}/activate`, { status: 'inactive' });
    expect((await read(secret)).status).toBe(401);
    const people = await call('GET', `${bank.shellUrl}/api/auth/me`, { token: secret });
    expect(people.status).toBe(401);
  });

  it('is limited by key, and guessing by address', async () => {
    const { secret } = await partner();
    const answers = await Promise.all(Array.from({ length: 260 }, () => read(secret)));
    // The window of a minute may end while they come.
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(20);
    const { secret: other } = await partner();
    expect((await read(other)).status).toBe(200);
    const address = someAddress();
    const guesses = await Promise.all(
      Array.from({ length: 60 }, (_, at) => read(`sk_live_guess${at}`, '', address)),
    );
    expect(guesses.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(20);
    expect((await read(other, '', address)).status).toBe(200);
  });
});

describe('the reference of a page', () => {
  it.each(['x:y:z', 'marie@example.org', 'a b', 'x'.repeat(65), ''])(
    'is refused with the key: %j',
    async (reference) => {
      const { key } = await partner();
      const found = await frame('signup', encodeURIComponent(`${key}:${reference}`));
      expect(found.status).toBe(404);
    },
  );

  it('that a frame did not get is checked by the server', async () => {
    const { key } = await partner();
    const { token } = (await frame('signup', key)).data;
    const { email, first_name, last_name } = somebody();
    const said = { partner: key, token, email, first_name, last_name, reference: 'marie@example.org' };
    expect((await send('signup', said)).status).toBe(422);
  });
});

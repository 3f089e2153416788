/** @jest-environment ./tests/support/bank-environment.ts */
import type { Partner, PartnerFigures, PartnerList } from '../../libs/contracts/partners';
import { sharedBank } from '../support/shared-bank';
import { newCustomer, promote, type SignedIn } from '../support/customers';
import { call } from '../support/http';
import { logLines } from '../support/log-lines';

const { bank, database } = sharedBank();
let admin: SignedIn;

beforeAll(async () => {
  admin = await newCustomer(bank.shellUrl);
  await promote(database, admin);
});
type Refusal = { code: string; error: string; fields: Record<string, string> };

const ask = <Body = Partner>(
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) =>
  call<Body>(method, `${bank.backOfficeUrl}/api/admin/partners${path}`, {
    token: admin.token,
    body,
    ...(headers && { headers }),
  });
const written = (more: object = {}) => ({ name: 'Régie', origins: ['https://regie.example'], ...more });
const made = async (more?: object) => (await ask('POST', '', written(more))).body;
const lines = (action: string) => logLines(database, 'action = ?', [action]);

describe('a partner', () => {
  it('is created with a first key, and logged with its author', async () => {
    const answer = await ask('POST', '', written({ theme: { brand: '#8F3623', radius: '' } }));
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      name: 'Régie',
      status: 'active',
      origins: ['https://regie.example'],
      theme: { brand: '#8f3623' },
      keys: [{ key: expect.stringMatching(/^pk_live_[\w-]{24}$/) as string, revoked_at: null }],
    });
    expect((await ask('GET', `/${answer.body.id}`)).body).toEqual(answer.body);
    expect((await lines('partner.created')).at(-1)).toMatchObject({
      user_id: admin.id,
      type: 'warning',
      message: 'Partenaire « Régie » créé. Origines : https://regie.example.',
      request_id: answer.headers.get('x-request-id'),
    });
  });

  it('is created once for one idempotency key', async () => {
    const headers = { 'idempotency-key': 'a-partner-made-once' };
    const [one, other] = await Promise.all([
      ask('POST', '', written({ name: 'Une fois' }), headers),
      ask('POST', '', written({ name: 'Une fois' }), headers),
    ]);
    expect(other.body).toEqual(one.body);
  });

  it.each([
    ['fr', 'Le joker * n’est pas permis : écrivez chaque origine en entier.'],
    ['en', 'Wildcards (*) are not allowed: write each origin in full.'],
  ])('refuses an origin with a wildcard, with the error in %s', async (language, sentence) => {
    const body = written({ origins: ['https://a.example', 'https://*.example'] });
    const answer = await ask<Refusal>('POST', '', body, { 'accept-language': language });
    expect([answer.status, answer.body.fields]).toEqual([422, { 'origins.1': sentence }]);
  });

  it('refuses an unreadable theme', async () => {
    const answer = await ask<Refusal>('POST', '', written({ theme: { muted: '#aaaaaa' } }));
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([422, ['theme.muted']]);
    expect(answer.body.fields['theme.muted']).toContain('4,5');
  });

  it('is replaced as a whole', async () => {
    const { id, keys } = await made({ theme: { radius: '0px' } });
    const changed = written({ name: 'Régie du port', origins: ['https://b.example', 'https://a.example'] });
    const { status, body } = await ask('PUT', `/${id}`, changed);
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        name: 'Régie du port',
        theme: {},
        keys,
        origins: ['https://a.example', 'https://b.example'],
      }),
    ]);
    expect((await lines('partner.changed')).at(-1)?.message).toContain('« Régie du port » modifié');
  });

  it('does not lose what a colleague has saved in the same part since it was read', async () => {
    const { id, name, origins, theme } = await made({ theme: { radius: '0px' } });
    const seen = { name, origins, theme };
    const save = (change: object) => ask<Refusal>('PUT', `/${id}`, written({ ...change, seen }));
    const identity = { name: 'Première', origins: ['https://first.example'], part: 'identity' };
    expect((await save(identity)).status).toBe(200);
    // Once more, as after an answer that was lost; and the other part.
    expect((await save(identity)).status).toBe(200);
    expect((await save({ theme: { radius: '4px' }, part: 'theme' })).status).toBe(200);
    const late = await save({ ...identity, name: 'Seconde' });
    expect([late.status, late.body.code]).toEqual([409, 'PARTNER_CHANGED']);
    const { body } = await ask('GET', `/${id}`);
    expect(body).toMatchObject({ name: 'Première', theme: { radius: '4px' } });
    // Both were their own changes; a colleague is named, who has changed this part and no other.
    expect(late.body.error).toMatch(/^Un collègue a modifié ce partenaire/);
    const colleague = await newCustomer(bank.shellUrl, { first_name: 'Camille', last_name: 'Duval' });
    await promote(database, colleague);
    const change = { ...written(identity), theme: { radius: '6px' }, part: 'theme', seen: body };
    const theirs = await call('PUT', `${bank.backOfficeUrl}/api/admin/partners/${id}`, {
      token: colleague.token,
      body: change,
    });
    expect(theirs.status).toBe(200);
    const look = await save({ theme: { radius: '8px' }, part: 'theme' });
    expect([look.status, look.body.error]).toEqual([
      409,
      expect.stringMatching(/^Camille Duval a modifié ce partenaire/),
    ]);
    expect((await save({ ...identity, name: 'Seconde' })).body.error).toMatch(/^Un collègue/);
    const both = ['Une', 'Deux'].map((each) =>
      ask<Refusal>('PUT', `/${id}`, written({ ...identity, name: each, seen: body })),
    );
    expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it.each([
    ['identity', { name: 'Nouveau', origins: ['https://new.example'], theme: { radius: '4px' } }],
    ['theme', { name: 'Régie', origins: ['https://regie.example'], theme: { radius: '8px' } }],
  ])('keeps what a colleague saved in the other part than the %s', async (part, expected) => {
    const { id } = await made({ theme: { radius: '0px' } });
    const stale = part === 'identity' ? { radius: '0px' } : { radius: '8px' };
    await ask('PUT', `/${id}`, written({ theme: { radius: '4px' }, part: 'theme' }));
    const typed = { name: 'Nouveau', origins: ['https://new.example'] };
    const saved = part === 'identity' ? typed : { name: 'Ancien', origins: [] };
    const { status, body } = await ask('PUT', `/${id}`, { ...saved, theme: stale, part });
    expect([status, body]).toEqual([200, expect.objectContaining(expected)]);
  });

  it('is turned off and on again, and each is logged once however often it is asked for', async () => {
    const { id } = await made();
    for (const status of ['inactive', 'inactive', 'active', 'active']) {
      expect((await ask('POST', `/${id}/activate`, { status })).body.status).toBe(status);
    }
    expect((await lines('partner.activated')).slice(-2).map(({ message }) => message)).toEqual([
      'Partenaire « Régie » désactivé.',
      'Partenaire « Régie » activé.',
    ]);
  });

  it.each([
    ['GET', '/999999'],
    ['GET', '/999999/figures'],
    ['PUT', '/999999'],
    ['POST', '/999999/keys'],
    ['POST', '/999999/keys/1/revoke'],
  ])('that does not exist is not found: %s %s', async (method, path) => {
    expect((await ask(method, path, method === 'GET' ? undefined : written())).status).toBe(404);
  });
});

describe('the keys of a partner', () => {
  it('coexist, up to five, for rotation', async () => {
    const { id } = await made();
    for (let count = 2; count <= 5; count += 1) {
      const { status, body } = await ask('POST', `/${id}/keys`, {});
      expect([status, body.keys.length]).toEqual([201, count]);
    }
    expect(await ask<Refusal>('POST', `/${id}/keys`, {})).toMatchObject({
      status: 409,
      body: { code: 'PARTNER_KEY_LIMIT' },
    });
    const [newest] = (await ask('GET', `/${id}`)).body.keys;
    const revoked = await ask('POST', `/${id}/keys/${newest?.id}/revoke`, {});
    expect(revoked.body.keys[0]?.revoked_at).not.toBeNull();
    expect((await ask('POST', `/${id}/keys`, {})).status).toBe(201);
  });

  it('are revoked once, with a log line that shows only a part of them', async () => {
    const { id, keys } = await made();
    const path = `/${id}/keys/${keys[0]?.id}/revoke`;
    const before = (await lines('partner.key_revoked')).length;
    const first = await ask('POST', path, {});
    expect((await ask('POST', path, {})).body).toEqual(first.body);
    const after = await lines('partner.key_revoked');
    expect(after).toHaveLength(before + 1);
    expect(JSON.stringify(after)).not.toContain(keys[0]?.key);
  });

  it('are revoked only under their own partner', async () => {
    const [one, other] = [await made(), await made()];
    expect((await ask('POST', `/${one.id}/keys/${other.keys[0]?.id}/revoke`, {})).status).toBe(404);
  });
});

describe('the list of partners', () => {
  const names = async (query: string) =>
    (await ask<PartnerList>('GET', query)).body.partners.map(({ name }) => name);

  it('is found by name and origin, accents and case aside, and by state', async () => {
    const { id } = await made({ name: 'Écluse', origins: ['https://ecluse.example'] });
    expect(await names('?search=ecluse')).toEqual(['Écluse']);
    expect(await names('?search=ECLUSE.exam')).toEqual(['Écluse']);
    expect(await names('?search=%C3%A9cluse')).toEqual(['Écluse']);
    expect(await names('?search=100%25')).toEqual([]);
    await ask('POST', `/${id}/activate`, { status: 'inactive' });
    expect(await names('?status=inactive')).toContain('Écluse');
    expect(await names('?status=active')).not.toContain('Écluse');
    expect(await names('?search=ecluse&status=inactive')).toEqual(['Écluse']);
    expect(await names('?search=ecluse&status=active')).toEqual([]);
  });

  it('is paged, and refuses unknown filters', async () => {
    const { body } = await ask<PartnerList>('GET', '?limit=1&page=2');
    expect([body.partners.length, body.pagination.page]).toEqual([1, 2]);
    expect((await ask('GET', '?sort=name')).status).toBe(400);
  });
});

describe('the figures of a partner', () => {
  it('cover the last thirty days, including empty ones, and sum the thirty before', async () => {
    const { id } = await made({ name: 'Compté' });
    await database.rows(
      `INSERT INTO partner_days (partner_id, day, widget, opens, signups) VALUES
       (?, CURDATE() - INTERVAL 3 DAY, 'chat', 7, 0), (?, CURDATE() - INTERVAL 3 DAY, 'signup', 4, 2),
       (?, CURDATE() - INTERVAL 40 DAY, 'chat', 90, 0), (?, CURDATE() - INTERVAL 50 DAY, 'signup', 5, 1),
       (?, CURDATE() - INTERVAL 70 DAY, 'chat', 1000, 0)`,
      [id, id, id, id, id],
    );
    const { days, before } = (await ask<PartnerFigures>('GET', `/${id}/figures`)).body;
    expect(before).toEqual({ chat_opens: 90, signup_opens: 5, tool_opens: 0, signups: 1 });
    expect(days).toHaveLength(30);
    expect(days.filter((day) => day.chat_opens + day.signup_opens + day.signups > 0)).toEqual([
      expect.objectContaining({ chat_opens: 7, signup_opens: 4, signups: 2 }),
    ]);
    const [listed] = (await ask<PartnerList>('GET', '?search=compt')).body.partners;
    expect(listed).toMatchObject({ opens: 11, signups: 2 });
  });
});

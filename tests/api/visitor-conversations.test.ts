/** @jest-environment ./tests/support/bank-environment.ts */
import { createHash, randomBytes } from 'node:crypto';
import type { ConversationList, StaffConversation } from '../../libs/contracts/conversations';
import type { Partner } from '../../libs/contracts/partners';
import type { Ticket } from '../../libs/contracts/tickets';
import {
  type VisitorConversation,
  type VisitorConversationAnswer,
  visitorMinutesAfterEnd,
  visitorsWaiting,
} from '../../libs/contracts/visitor-conversations';
import { visitorLeftovers } from '../../bff/src/care/conversations/visitor-leftovers';
import { demonstrationPerson, newCustomer, promote, type SignedIn } from '../support/customers';
import { listen } from '../support/event-stream';
import { call } from '../support/http';
import { logLines } from '../support/log-lines';
import { sharedBank } from '../support/shared-bank';
import { leaveConversations } from '../support/staff';
import { someAddress } from './people';

const { bank, database } = sharedBank();
type Answer = VisitorConversationAnswer & { code?: string; fields?: Record<string, string> };

const newSecret = () => randomBytes(32).toString('base64url');
const digestOf = (secret: string) => createHash('sha256').update(secret).digest();
const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  call<Answer>('POST', `${bank.shellUrl}/api/visitor/conversation${path}`, {
    body,
    headers: { ...someAddress(), ...headers },
  });
const read = async (secret: string) => (await post('/read', { secret })).body.conversation;
const staff = <Body = StaffConversation & { code?: string }>(method: string, path: string, body?: unknown) =>
  call<Body>(method, `${bank.shellUrl}/api/admin/${path}`, { token: camille.token, body });
const available = (isThere = true) => staff('PUT', 'conversations/presence', { available: isThere });
const waiting = async (mark: string) => {
  const { body } = await staff<ConversationList>('GET', 'conversations');
  return body.conversations.filter(({ visitor }) => visitor?.name === mark);
};
const rowOf = async (secret: string) =>
  (await database.rows('SELECT * FROM conversations WHERE visitor_digest = ?', [digestOf(secret)]))[0];
const consent = true as const;

let camille: SignedIn;
beforeAll(async () => {
  camille = await newCustomer(bank.shellUrl, { first_name: 'Camille', last_name: 'Duval' });
  await promote(database, camille, ['support']);
});
beforeEach(() => available());
afterAll(() => available(false));

const said = [{ type: 'user', content: 'Un <b>humain</b> svp', timestamp: '2026-11-21T10:00:00.000Z' }];

it('is answered live, is readable again only with the secret, and hides its lines after the end', async () => {
  const [secret, mark] = [newSecret(), `Zoé ${newSecret().slice(0, 8)}`];
  const desk = await listen(bank.shellUrl, camille.token);
  const asking = { secret, lines: said, visitor: { name: mark, consent } };
  const asked = await Promise.all([1, 2, 3].map(() => post('', asking)));
  expect(asked.map(({ body }) => body.conversation?.state)).toEqual(['waiting', 'waiting', 'waiting']);
  const [one, ...more] = await waiting(mark);
  expect([more, one?.customer, one?.visitor]).toEqual([[], null, { name: mark, email: null, partner: null }]);
  const { id } = one!;
  expect((await desk.next('conversation')).data).toEqual({ id });
  desk.close();
  const key = { 'idempotency-key': secret };
  await Promise.all([1, 2].map(() => post('/messages', { secret, text: 'Bonjour <i>' }, key)));
  const answered = await staff('POST', `conversations/${id}/messages`, { text: 'Bonjour !' });
  expect(answered.body).toMatchObject({ before: said, lines: [{ name: mark }, { name: 'Camille' }] });
  const known = await read(secret);
  expect(known?.lines.map(({ from, text }) => [from, text])).toEqual([
    ['customer', 'Bonjour <i>'],
    ['staff', 'Bonjour !'],
  ]);
  expect(JSON.stringify(known)).not.toContain('Duval');
  await staff('POST', `conversations/${id}/close`, { as: 'done' });
  expect(await read(secret)).toMatchObject({ state: 'ended', reference: null, lines: [] });
  expect((await post('/messages', { secret, text: 'Encore' })).body.code).toBe('CONVERSATION_ENDED');
  expect((await post('', { secret })).body.code).toBe('CONVERSATION_ENDED');
  const logged = await logLines(database, `action LIKE 'conversation.%' AND params LIKE ?`, [`%"id":${id}%`]);
  expect(logged.map(({ action }) => action)).toEqual([
    'conversation.visitor_asked',
    'conversation.taken',
    'conversation.closed',
  ]);
});

it('keeps only a digest, and is opened by nothing else: another secret, an id, a dead secret', async () => {
  const secret = newSecret();
  const { conversation } = (await post('', { secret, lines: said })).body;
  const row = await rowOf(secret);
  const stored = await database.rows(
    `SELECT COUNT(*) AS found FROM idempotency_keys WHERE client LIKE ? OR answer LIKE ?`,
    [`%${secret}%`, `%${secret}%`],
  );
  expect([JSON.stringify(row).includes(secret), Number(stored[0]?.found)]).toEqual([false, 0]);
  const hours = Date.parse(conversation!.expires_at) - Date.parse(conversation!.created_at);
  expect(hours).toBe(24 * 3_600_000);
  const guesses = [newSecret(), secret.toLowerCase(), digestOf(secret).toString('base64url')];
  expect(await Promise.all(guesses.map(read))).toEqual([null, null, null]);
  expect((await post('/read', { secret: String(row?.id) })).status).toBe(422);
  expect((await post('/messages', { secret: guesses[0], text: 'À moi' })).body.code).toBe(
    'CONVERSATION_ENDED',
  );
  expect((await post('/end', { secret: guesses[0] })).body.code).toBe('CONVERSATION_ENDED');
  await database.rows('UPDATE conversations SET visitor_until = NOW(3) WHERE id = ?', [row?.id]);
  expect(await read(secret)).toBeNull();
  expect((await post('/messages', { secret, text: 'Trop tard' })).body.code).toBe('CONVERSATION_ENDED');
});

it('is a message to support when nobody is there and an address was left with consent, and otherwise nothing', async () => {
  await leaveConversations(database);
  const [silent, written] = [newSecret(), newSecret()];
  expect((await post('', { secret: silent, lines: said })).body).toEqual({ conversation: null });
  expect(await rowOf(silent)).toBeUndefined();
  const email = `${written.slice(0, 8)}@visitor.example`.toLowerCase();
  const refused = await post('', { secret: written, visitor: { email, consent: false } });
  expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([400, ['visitor.consent']]);
  const { conversation } = (await post('', { secret: written, lines: said, visitor: { email, consent } }))
    .body;
  expect(conversation).toMatchObject({ state: 'ended', has_address: true });
  const row = await rowOf(written);
  const ticket = (await staff<Ticket>('GET', `tickets/${row?.ticket_id}`)).body;
  expect(ticket).toMatchObject({
    reference: conversation?.reference,
    customer: null,
    email,
    firstName: 'Visiteur',
    conversation: said,
  });
});

it('asks for an address when nobody answered in time, and is one message to support with it', async () => {
  const secret = newSecret();
  await post('', { secret, lines: said });
  await post('/messages', { secret, text: 'Alors ?' });
  const { id } = (await rowOf(secret))!;
  await staff('POST', `conversations/${id}/close`, { as: 'ticket' });
  expect(await read(secret)).toMatchObject({ state: 'ended', awaits_address: true, reference: null });
  // As eleven minutes later.
  await database.rows(
    'UPDATE conversations SET visitor_until = visitor_until - INTERVAL 11 MINUTE WHERE id = ?',
    [id],
  );
  const address = { name: 'Zoé', email: `${secret.slice(0, 8)}@visitor.example`.toLowerCase(), consent };
  const left = await Promise.all([1, 2].map(() => post('/address', { secret, address })));
  expect(left.map(({ status }) => status).sort()).toEqual([200, 409]);
  const after = await read(secret);
  expect(after).toMatchObject({ awaits_address: false, lines: [] });
  expect(Date.parse(after!.expires_at) - Date.now()).toBeLessThanOrEqual(visitorMinutesAfterEnd * 60_000);
  const { ticket_id } = (await rowOf(secret))!;
  const ticket = (await staff<Ticket>('GET', `tickets/${ticket_id}`)).body;
  expect(ticket).toMatchObject({ firstName: 'Zoé', email: address.email, message: 'Alors ?' });
  const mine = await database.rows('SELECT COUNT(*) AS found FROM tickets WHERE email = ?', [address.email]);
  expect(Number(mine[0]?.found)).toBe(1);
});

describe('in the frame on a partner’s page', () => {
  const page = 'https://visiteurs.example';
  const partners: { id: number; name: string; key: string }[] = [];
  beforeAll(async () => {
    const admin = await demonstrationPerson(bank.shellUrl, 'admin');
    for (const name of ['Pont', 'Quai']) {
      const url = `${bank.backOfficeUrl}/api/admin/partners`;
      const { status, body } = await call<Partner>('POST', url, {
        token: admin.token,
        body: { name, origins: [page] },
      });
      expect({ status, body }).toMatchObject({ status: 201, body: { name } });
      partners.push({ id: body.id, name, key: body.keys[0]!.key });
    }
  });

  const tokenOf = async (key: string) => {
    const address = `${bank.embedUrl}/embed/frame/chat?partner=${key}&page=${page}`;
    const { body } = await call<string>('GET', address, { headers: someAddress() });
    return (JSON.parse(/id="bank-frame">(.*?)<\/script>/.exec(body)?.[1] ?? '{}') as { token: string }).token;
  };
  const send = (path: string, body: object, headers: Record<string, string> = {}) =>
    call<Answer>('POST', `${bank.embedUrl}/api/embed/conversation${path}`, {
      body,
      headers: { origin: bank.embedUrl, ...someAddress(), ...headers },
    });

  it('shows staff the partner, and is closed to other partners, other origins and the bank’s own pages', async () => {
    const [pont, quai] = partners as [(typeof partners)[0], (typeof partners)[0]];
    const [secret, token, mark] = [newSecret(), await tokenOf(pont.key), newSecret().slice(0, 9)];
    const asking = { secret, partner: pont.key, token, lines: said, visitor: { name: mark, consent } };
    const foreign = await send('', asking, { origin: page });
    expect([foreign.status, foreign.body.code]).toEqual([403, 'FORBIDDEN']);
    expect((await send('', { ...asking, partner: quai.key })).body.code).toBe('FRAME_TOKEN_INVALID');
    expect((await send('', asking)).body.conversation).toMatchObject({ state: 'waiting' });
    expect((await send('', asking)).body.conversation).toMatchObject({ state: 'waiting' });
    expect((await send('', { ...asking, secret: newSecret() })).body.code).toBe('FRAME_TOKEN_INVALID');
    expect(await waiting(mark)).toMatchObject([{ visitor: { partner: 'Pont' } }]);
    const own = { secret, partner: pont.key };
    expect((await send('/messages', { ...own, text: 'Ici' })).body.conversation?.lines).toHaveLength(1);
    expect((await send('/read', own)).body.conversation?.lines).toHaveLength(1);
    expect((await send('/read', { ...own, partner: quai.key })).body).toEqual({ conversation: null });
    expect(await read(secret)).toBeNull();
    expect((await post('/end', { secret })).body.code).toBe('CONVERSATION_ENDED');
    expect((await send('/read', own, { origin: page })).body.code).toBe('FORBIDDEN');
    expect((await send('/read', own, { 'sec-fetch-site': 'same-site' })).body.code).toBe('FORBIDDEN');
    expect((await send('/end', own)).body.conversation).toMatchObject({ state: 'ended', lines: [] });
  });
});

it('bounds a flood: an address, a conversation, and all who wait together', async () => {
  const address = someAddress();
  const secret = newSecret();
  const keyed = { ...address, 'idempotency-key': 'repeated' };
  const opened = await post('', { secret }, keyed);
  const limited = await database.rows(
    `SELECT address FROM address_counts WHERE limit_name = 'visitor_talks' AND address = ?`,
    Object.values(address),
  );
  await database.rows(
    `UPDATE address_counts SET taken = 100000 WHERE limit_name = 'visitor_talks' AND address = ?`,
    [limited[0]?.address],
  );
  const stopped = await post('', { secret: newSecret() }, address);
  expect([stopped.status, stopped.body.code]).toEqual([429, 'ADDRESS_LIMIT_REACHED']);
  expect(await post('', { secret }, keyed)).toMatchObject({ status: opened.status, body: opened.body });
  const writing = Array.from({ length: 22 }, (_, at) => post('/messages', { secret, text: `${at}` }));
  const written = await Promise.all(writing);
  expect(written.filter(({ status }) => status === 429)).toHaveLength(2);
  const rows = Array.from({ length: visitorsWaiting }, () => [
    randomBytes(32),
    new Date(Date.now() + 60_000),
    'waiting',
    'fr',
    '[]',
    new Date(Date.now() + 60_000),
    new Date(),
  ]);
  await database.rows(
    `INSERT INTO conversations (visitor_digest, visitor_until, state, language, before_lines, answer_until, created_at)
     VALUES ?`,
    [rows],
  );
  try {
    const full = newSecret();
    expect((await post('', { secret: full })).body).toEqual({ conversation: null });
    const customer = await newCustomer(bank.shellUrl);
    const own = await call<VisitorConversation>('POST', `${bank.shellUrl}/api/user/conversation`, {
      token: customer.token,
      body: {},
    });
    expect(own.body.state).toBe('waiting');
  } finally {
    await database.rows('DELETE FROM conversations WHERE visitor_digest IN (?)', [
      rows.map(([first]) => first),
    ]);
  }
});

it('is erased after thirty days, messages first', async () => {
  const secret = newSecret();
  await post('', { secret, visitor: { name: 'Ancien', consent } });
  await post('/messages', { secret, text: 'Il y a longtemps' });
  const { id } = (await rowOf(secret))!;
  const old = new Date(Date.now() - 40 * 86_400_000);
  await database.rows('UPDATE conversation_messages SET visitor_until = ? WHERE conversation_id = ?', [
    old,
    id,
  ]);
  await database.rows('UPDATE conversations SET visitor_until = ? WHERE id = ?', [old, id]);
  const before = new Date(Date.now() - visitorLeftovers[0]!.keptFor);
  const [messages, conversations] = visitorLeftovers;
  await database.rows(conversations!.statement, [before, 100]);
  expect(await rowOf(secret)).toBeDefined();
  await database.rows(messages!.statement, [before, 100]);
  await database.rows(conversations!.statement, [before, 100]);
  expect(await rowOf(secret)).toBeUndefined();
});

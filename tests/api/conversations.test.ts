/** @jest-environment ./tests/support/bank-environment.ts */
import type {
  ConversationList,
  OwnConversation,
  StaffConversation,
} from '../../libs/contracts/conversations';
import { conversationLimit, conversationsPerHour } from '../../libs/contracts/conversations';
import type { StaffRole } from '../../libs/contracts/permissions';
import type { Ticket } from '../../libs/contracts/tickets';
import { ConversationEndings } from '../../bff/src/care/conversations/conversation-endings.service';
import { EndConversationsJob } from '../../bff/src/care/conversations/end-conversations.job';
import { SupportService } from '../../bff/src/care/support/support.service';
import { AuditService } from '../../bff/src/platform/audit/audit.service';
import type { Config } from '../../bff/src/platform/config/config';
import { databaseOptions } from '../../bff/src/platform/database/connection-options';
import { Database } from '../../bff/src/platform/database/database';
import { EventsService } from '../../bff/src/platform/events/events.service';
import { RandomSource } from '../../bff/src/platform/security/random-source.service';
import { Clock } from '../../bff/src/platform/time/clock.service';
import { newCustomer, promote, type SignedIn } from '../support/customers';
import { listen } from '../support/event-stream';
import { call } from '../support/http';
import { never } from '../support/jobs';
import { logLines } from '../support/log-lines';
import { sharedBank } from '../support/shared-bank';
import { leaveConversations } from '../support/staff';

const { bank, database } = sharedBank();
type Refused = { code?: string };
type Own = OwnConversation & Refused;
type Staffs = StaffConversation & Refused;

const send = <Body = Own>(who: SignedIn, method: string, path: string, body?: unknown, headers = {}) =>
  call<Body>(method, `${bank.shellUrl}/api/${path}`, { token: who.token, body, headers });
const ask = (who: SignedIn, body: object = {}, headers = {}) =>
  send(who, 'POST', 'user/conversation', body, headers);
const write = (who: SignedIn, text: string, headers = {}) =>
  send(who, 'POST', 'user/conversation/messages', { text }, headers);
const newest = async (who: SignedIn) =>
  (await send<{ conversation: Own | null }>(who, 'GET', 'user/conversation')).body.conversation;
const staff = <Body = Staffs>(who: SignedIn, method: string, path: string, body?: unknown) =>
  send<Body>(who, method, `admin/conversations${path}`, body);
const available = (who: SignedIn, isThere = true) =>
  staff<Refused>(who, 'PUT', '/presence', { available: isThere });
const ticketOf = async (who: SignedIn, { ticket }: OwnConversation) =>
  (await send<Ticket>(who, 'GET', `admin/tickets/${ticket?.id}`)).body;

async function member(name: string, role: StaffRole = 'support'): Promise<SignedIn> {
  const person = await newCustomer(bank.shellUrl, { first_name: name, last_name: 'Duval' });
  await promote(database, person, [role]);
  return person;
}
const said = [
  { type: 'user', content: 'Un <b>humain</b> \u202e svp', timestamp: '2026-11-21T10:00:00.000Z' },
];

let [camille, sofia, auditor]: SignedIn[] = [];
const pools: Database[] = [];
beforeAll(async () => {
  [camille, sofia, auditor] = await Promise.all([
    member('Camille'),
    member('Sofia'),
    member('Alma', 'auditor'),
  ]);
  const settings = { databaseUrl: bank.databaseUrl, databaseConnections: 3 };
  const options = await databaseOptions(settings as Config);
  pools.push(await Database.open(options), await Database.open(options));
});
afterAll(() => Promise.all(pools.map((pool) => pool.close())));
beforeEach(() => Promise.all([available(camille!), available(sofia!, false)]));

/** What each server's job does, on two at once, whose clocks are three minutes ahead of the database's. */
const endDue = () =>
  Promise.all(
    pools.map((pool) => {
      const clock = new Clock();
      const [audit, events] = [new AuditService(clock), new EventsService(clock)];
      const none = undefined as never;
      const support = new SupportService(pool, none, none, none, audit, events, new RandomSource(), clock);
      const endings = new ConversationEndings(pool, support, audit, events);
      return new EndConversationsJob(endings).run(new Date(Date.now() + 180_000), never);
    }),
  );

it('is answered live by one person, is kept through a reload, and ends without a ticket', async () => {
  const customer = await newCustomer(bank.shellUrl, { first_name: 'Zoé', last_name: 'Martin' });
  const [page, desk] = [
    await listen(bank.shellUrl, customer.token),
    await listen(bank.shellUrl, sofia!.token),
  ];
  const asked = await ask(customer, { lines: said });
  expect([asked.status, asked.body]).toMatchObject([201, { state: 'waiting', staff: null, ticket: null }]);
  const { id } = asked.body;
  expect((await desk.next('conversation')).data).toEqual({ id });
  expect((await ask(customer)).body.id).toBe(id);
  const line = '<img src=x onerror=alert(1)> \u202eabc';
  const twice = await Promise.all(
    [1, 2, 3].map(() => write(customer, line, { 'idempotency-key': `m${id}` })),
  );
  expect(new Set(twice.map(({ body }) => JSON.stringify(body))).size).toBe(1);

  expect((await staff<ConversationList>(camille!, 'GET', '')).body).toMatchObject({ available: true });
  const [first, second] = await Promise.all([
    staff(camille!, 'POST', `/${id}/take`),
    staff(sofia!, 'POST', `/${id}/take`),
  ]);
  const [holder, other] = first?.status === 200 ? [camille!, sofia!] : [sofia!, camille!];
  await available(holder);
  expect([first?.status, second?.status].sort()).toEqual([200, 409]);
  expect((await staff(other, 'POST', `/${id}/messages`, { text: 'Moi' })).body.code).toBe('WORK_TAKEN');
  expect((await staff(other, 'POST', `/${id}/close`, { as: 'done' })).body.code).toBe('WORK_TAKEN');
  const answered = await staff(holder, 'POST', `/${id}/messages`, { text: 'Bonjour Zoé' });
  expect(answered.body).toMatchObject({ before: said, answer_until: null, customer: { name: 'Zoé Martin' } });
  expect((await page.next('conversation')).data).toEqual({ id });
  page.close();
  desk.close();

  const kept = await newest(customer);
  const name = holder === camille ? 'Camille' : 'Sofia';
  expect(kept).toMatchObject({ id, state: 'live', staff: name, answer_until: null });
  expect(kept?.lines.map(({ from, text, name: by }) => [from, by, text])).toEqual([
    ['customer', 'Zoé', line],
    ['staff', name, 'Bonjour Zoé'],
  ]);
  expect(JSON.stringify(kept)).not.toContain('Duval');
  const closed = await staff(holder, 'POST', `/${id}/close`, { as: 'done' });
  expect(closed.body).toMatchObject({ state: 'ended', ticket: null });
  expect(await write(customer, 'Encore')).toMatchObject({
    status: 409,
    body: { code: 'CONVERSATION_ENDED' },
  });
  const logged = await logLines(database, `action LIKE 'conversation.%' AND params LIKE ?`, [`%"id":${id}%`]);
  expect(logged.map(({ action, user_id }) => [action, Number(user_id)])).toEqual([
    ['conversation.asked', customer.id],
    ['conversation.taken', holder.id],
    ['conversation.closed', holder.id],
  ]);
});

it('is readable for permitted staff, writable for support only, and hidden from other customers', async () => {
  const [customer, stranger] = [await newCustomer(bank.shellUrl), await newCustomer(bank.shellUrl)];
  const { id } = (await ask(customer, { lines: said })).body;
  expect((await staff(auditor!, 'GET', `/${id}`)).body.before).toEqual(said);
  const reading = [
    staff(auditor!, 'POST', `/${id}/take`),
    staff(auditor!, 'POST', `/${id}/messages`, { text: 'Non' }),
    staff(auditor!, 'PUT', '/presence', { available: true }),
    staff(stranger, 'GET', `/${id}`),
    staff(stranger, 'GET', ''),
  ];
  expect((await Promise.all(reading)).map(({ status }) => status)).toEqual(Array(5).fill(403));
  expect(await newest(stranger)).toBeNull();
  expect((await write(stranger, 'À moi')).body.code).toBe('CONVERSATION_ENDED');
  expect((await write(customer, 'x'.repeat(2_001))).status).toBe(422);
  expect((await ask(customer, { lines: Array<object>(61).fill(said[0]!) })).status).toBe(422);
  expect((await send(customer, 'POST', 'user/conversation/end')).body).toMatchObject({
    state: 'ended',
    ticket: null,
  });
});

it('is a ticket at once when nobody is there, one for two pages that ask together', async () => {
  await leaveConversations(database);
  const customer = await newCustomer(bank.shellUrl);
  const key = { 'idempotency-key': 'nobody' };
  const answers = await Promise.all([1, 2].map(() => ask(customer, { lines: said }, key)));
  const [{ body } = { body: undefined }] = answers;
  expect(answers.map((each) => each.body)).toEqual([body, body]);
  expect(body).toMatchObject({
    state: 'ended',
    ticket: { reference: expect.stringMatching(/^BPCS/) as string },
  });
  const { body: mine } = await send<{ tickets: { id: number; subject: string }[] }>(
    customer,
    'GET',
    'user/tickets',
  );
  expect(mine.tickets).toMatchObject([
    { id: body?.ticket?.id, subject: 'Conversation avec le service client' },
  ]);
  expect(await ticketOf(auditor!, body!)).toMatchObject({ message: said[0]?.content, conversation: said });
});

it('becomes one ticket with all its lines when nobody answers in time or the answering person leaves', async () => {
  const people = await Promise.all([1, 2, 3, 4, 5].map(() => newCustomer(bank.shellUrl)));
  const [late, silent, left, kept, waiting] = await Promise.all(
    people.map((who) => ask(who, { lines: said })),
  );
  const ids = [late, silent, left, kept].map((each) => each!.body.id);
  expect(Date.parse(late!.body.answer_until!) - Date.parse(late!.body.created_at)).toBe(120_000);
  await staff(camille!, 'POST', `/${ids[1]}/messages`, { text: 'Je regarde.' });
  expect((await write(people[1]!, 'Alors ?')).body.answer_until).not.toBeNull();
  await available(sofia!);
  await staff(sofia!, 'POST', `/${ids[2]}/messages`, { text: 'Bonjour' });
  await staff(camille!, 'POST', `/${ids[3]}/messages`, { text: 'Bonjour' });
  await database.rows('UPDATE conversations SET answer_until = NOW(3) - INTERVAL 1 SECOND WHERE id IN (?)', [
    ids.slice(0, 2),
  ]);
  await database.rows('UPDATE staff_presence SET seen_at = NOW(3) - INTERVAL 76 SECOND WHERE user_id = ?', [
    sofia!.id,
  ]);
  await endDue();
  const now = await Promise.all(people.map(newest));
  expect(now.map((each) => each?.state)).toEqual(['ended', 'ended', 'ended', 'live', 'waiting']);
  expect(now[4]?.id).toBe(waiting!.body.id);
  const ticket = await ticketOf(camille!, now[1]!);
  expect(ticket.message).toBe('Alors ?');
  expect(ticket.conversation?.map(({ type, content, name }) => [type, content, name])).toEqual([
    ['user', said[0]?.content, undefined],
    ['staff', 'Je regarde.', 'Camille'],
    ['user', 'Alors ?', undefined],
  ]);
  const tickets = await database.rows('SELECT user_id FROM tickets WHERE user_id IN (?)', [
    people.map(({ id }) => id),
  ]);
  expect(tickets).toHaveLength(3);
  await available(camille!, false);
  expect(await newest(people[3]!)).toMatchObject({
    state: 'ended',
    ticket: { id: expect.any(Number) as number },
  });
});

it('makes who takes or answers one available, so that it does not end as that of one who is gone', async () => {
  const people = await Promise.all([1, 2].map(() => newCustomer(bank.shellUrl)));
  const [taken, answered] = await Promise.all(people.map((who) => ask(who)));
  const isAvailable = async () => (await staff<ConversationList>(sofia!, 'GET', '')).body.available;
  const before = Date.now();
  expect(await isAvailable()).toBe(false);
  await staff(sofia!, 'POST', `/${taken!.body.id}/take`);
  expect(await isAvailable()).toBe(true);
  await database.rows('DELETE FROM staff_presence WHERE user_id = ?', [sofia!.id]);
  await staff(sofia!, 'POST', `/${answered!.body.id}/messages`, { text: 'Bonjour' });
  expect(await isAvailable()).toBe(true);
  await endDue();
  expect((await Promise.all(people.map(newest))).map((each) => each?.state)).toEqual(['live', 'live']);
  const logged = await logLines(
    database,
    `action = 'presence.available' AND user_id = ? AND created_at >= ?`,
    [sofia!.id, new Date(before)],
  );
  expect(logged).toHaveLength(2);
});

it('goes on as a ticket when it is full, and is bounded per hour and per minute', async () => {
  const customer = await newCustomer(bank.shellUrl);
  const { id } = (await ask(customer)).body;
  const many = Array.from({ length: conversationLimit - 2 }, () => [id, customer.id, 0, 'a', new Date()]);
  await database.rows(
    'INSERT INTO conversation_messages (conversation_id, author_id, is_staff, message, created_at) VALUES ?',
    [many],
  );
  expect((await write(customer, 'avant-dernier')).body.state).toBe('waiting');
  const last = (await write(customer, 'dernier')).body;
  expect(last).toMatchObject({ state: 'ended', ticket: { id: expect.any(Number) as number } });
  expect((await ticketOf(camille!, last)).conversation).toHaveLength(conversationLimit);
  const key = { 'idempotency-key': 'repeated' };
  const asked = await ask(customer, {}, key);
  const keyed = await write(customer, 'une fois', { 'idempotency-key': 'written' });
  await send(customer, 'POST', 'user/conversation/end');
  await database.rows(
    `UPDATE address_counts SET taken = 20 WHERE limit_name = 'live_messages' AND address = ?`,
    [`user ${customer.id}`],
  );
  expect(await write(customer, 'une fois', { 'idempotency-key': 'written' })).toMatchObject({
    status: 201,
    body: keyed.body,
  });
  expect(await write(customer, 'trop')).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } });
  const more = await Promise.all(Array.from({ length: conversationsPerHour }, () => ask(customer)));
  expect(more.filter(({ status }) => status === 429)).toHaveLength(2);
  expect(await ask(customer, {}, key)).toMatchObject({ status: asked.status, body: asked.body });
});

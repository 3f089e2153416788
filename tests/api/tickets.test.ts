/** @jest-environment ./tests/support/bank-environment.ts */
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { sharedBank } from '../support/shared-bank';
import { newCustomer, promote, type SignedIn } from '../support/customers';
import { call } from '../support/http';
import { outboxOf } from '../support/outbox';
import { logLines } from '../support/log-lines';
import { lastOf, untilThereAre } from '../support/until';

interface Ticket {
  id: number;
  reference: string;
  status: string;
  answer_by: string;
  created_at: string;
  message: string;
  conversation: object[] | null;
  attachments: { id: number; name: string; size: number }[];
  answers: { id: number; author: string; message: string; mailed_at: string | null }[];
  code?: string;
}

const { bank, database } = sharedBank();
let admin: SignedIn;

beforeAll(async () => {
  admin = await newCustomer(bank.shellUrl);
  await promote(database, admin);
});
const pdf = Buffer.from('%PDF-1.7\nof a bill');
const ask = <Body>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  call<Body>(method, `${bank.shellUrl}/api/${path}`, { token: admin.token, body, headers });
const one = async (id: number) => (await ask<Ticket>('GET', `admin/tickets/${id}`)).body;
const list = async (query = '') =>
  (await ask<{ tickets: Ticket[]; open: number }>('GET', `admin/tickets${query}`)).body;

async function attach(name: string, content: Buffer, headers: Record<string, string> = {}) {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(content)]), name);
  return call<{ id: string; name: string; size: number; code?: string }>(
    'POST',
    `${bank.shellUrl}/api/contact/attachments`,
    { body, headers },
  );
}

let written = 0;
/** Writes to support from a unique address, and returns the ticket as administrators see it. */
async function write(fields: object = {}, headers: Record<string, string> = {}) {
  const email = `zoe${++written}@example.org`;
  const typed = { firstName: 'Zoé', lastName: 'Martin', email, category: 'cards', subject: 'Ma carte' };
  const answer = await call<{ ticketId: string; code?: string }>('POST', `${bank.shellUrl}/api/contact`, {
    body: { ...typed, message: 'Elle est\nbloquée.', ...fields },
    headers,
  });
  const [row] = await database.rows('SELECT id FROM tickets WHERE email = ?', [email]);
  return { ...answer, email, id: Number(row?.id) };
}

describe('the list of tickets', () => {
  it('is ordered by the promised time, and is searched by reference or address', async () => {
    const [low, urgent] = [await write({ priority: 'low' }), await write({ priority: 'urgent' })];
    const ids = (await list('?limit=100')).tickets.map(({ id }) => id);
    expect(ids.indexOf(urgent.id)).toBeLessThan(ids.indexOf(low.id));
    const { created_at, answer_by } = await one(urgent.id);
    expect(Date.parse(answer_by) - Date.parse(created_at)).toBe(3_600_000);
    const pasted = `\u200b${low.body.ticketId.replaceAll('-', '\u2011')}`;
    for (const search of [low.body.ticketId, low.email, pasted, `${low.email}\u200e`]) {
      expect((await list(`?search=${encodeURIComponent(search)}`)).tickets.map(({ id }) => id)).toEqual([
        low.id,
      ]);
    }
    expect((await list('?search=%25')).tickets).toEqual([]);
  });
});

describe('a message of a signed-in user', () => {
  const send = (token: string | undefined, email: string) =>
    call<{ code?: string }>('POST', `${bank.shellUrl}/api/contact`, {
      token,
      body: {
        firstName: 'Zoé',
        lastName: 'Martin',
        email,
        category: 'cards',
        subject: 'Ma carte',
        message: 'Où est-elle ?',
      },
    });

  it('belongs to the account regardless of its address, and to none without a bearer', async () => {
    const writer = await newCustomer(bank.shellUrl);
    const [account] = await database.rows('SELECT email FROM users WHERE id = ?', [writer.id]);
    const customer = { id: writer.id, name: 'Test Client', email: account?.email };
    for (const [token, email, expected] of [
      [writer.token, 'elsewhere@example.org', customer],
      [undefined, String(account?.email), null],
      ['nobody', 'nobody@example.org', null],
    ] as const) {
      expect((await send(token, email)).status).toBe(201);
      const [row] = await database.rows('SELECT id FROM tickets WHERE email = ?', [email]);
      expect((await ask<{ customer: object }>('GET', `admin/tickets/${row?.id}`)).body.customer).toEqual(
        expected,
      );
    }
  });

  it('is refused with an expired bearer: the page renews it and repeats the call', async () => {
    const { token, id } = await newCustomer(bank.shellUrl);
    await database.rows(
      'UPDATE sessions SET last_active_at = last_active_at - INTERVAL 1 DAY WHERE user_id = ?',
      [id],
    );
    expect(await send(token, 'expired@example.org')).toMatchObject({
      status: 401,
      body: { code: 'SESSION_EXPIRED' },
    });
    expect(await database.rows(`SELECT id FROM tickets WHERE email = 'expired@example.org'`)).toEqual([]);
  });
});

describe('a file', () => {
  it('is uploaded before its message, belongs to that message only, and is shown to administrators', async () => {
    const { status, body: file } = await attach('facture.pdf', pdf);
    expect([status, file.name, file.size]).toEqual([201, 'facture.pdf', pdf.length]);
    const { id } = await write({ attachments: [file.id] });
    const [attachment] = (await one(id)).attachments;
    expect(attachment).toEqual({ id: expect.any(Number) as number, name: 'facture.pdf', size: pdf.length });
    const shown = await ask<string>('GET', `admin/tickets/${id}/attachments/${attachment?.id}`);
    expect(shown.body).toBe(pdf.toString());
    expect(shown.headers.get('content-disposition')).toMatch(/^attachment; filename="facture\.pdf"/);
    const again = await write({ attachments: [file.id] });
    expect([again.status, again.body.code]).toEqual([422, 'INVALID_FIELDS']);
    expect(await write()).toMatchObject({ status: 201 });
    expect((await ask('GET', `admin/tickets/${id + 1_000}/attachments/${attachment?.id}`)).status).toBe(404);
  });

  it('is readable by the server’s own account only, like all its files', async () => {
    expect((await attach('facture.pdf', pdf)).status).toBe(201);
    const open = async () => {
      const entries = await readdir(bank.dataDir, { recursive: true });
      const modes = entries.map(async (name) => {
        // A draft of the outbox is gone once it is sent.
        const found = await stat(path.join(bank.dataDir, name)).catch(() => undefined);
        return [name, (found?.mode ?? 0) & 0o77];
      });
      return { entries, open: (await Promise.all(modes)).filter(([, others]) => others !== 0) };
    };
    const { entries } = await open();
    expect(entries).toEqual(expect.arrayContaining(['documents', 'keys.json', 'releases']));
    // Copied files are made private soon after the start.
    expect((await lastOf(open, (found) => found.open.length === 0)).open).toEqual([]);
  });

  it('is one file for one key', async () => {
    const key = { 'idempotency-key': 'file-once' };
    const answers = await Promise.all([1, 2, 3].map(() => attach('facture.pdf', pdf, key)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    const other = await attach('facture.pdf', Buffer.from('%PDF-another'), key);
    expect([other.status, other.body.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
  });

  it('is refused when it is no PDF, JPEG or PNG', async () => {
    expect(await attach('script.pdf', Buffer.from('<script>'))).toMatchObject({
      status: 422,
      body: { code: 'DOCUMENT_TYPE_REFUSED' },
    });
  });

  it('is refused after twenty from one address in an hour', async () => {
    await database.rows('DELETE FROM address_counts');
    for (let sent = 0; sent < 20; sent += 1) expect((await attach('a.pdf', pdf)).status).toBe(201);
    const refused = await attach('a.pdf', pdf);
    expect([refused.status, refused.body.code]).toEqual([429, 'ADDRESS_LIMIT_REACHED']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_500);
    await database.rows('UPDATE address_counts SET window_ends_at = NOW(3)');
    expect((await attach('a.pdf', pdf)).status).toBe(201);
  });
});

describe('a conversation with the assistant', () => {
  it('is stored with the message', async () => {
    const lines = [{ type: 'user', content: 'Ma carte <b>', timestamp: '2026-11-21T10:00:00.000Z' }];
    expect((await one((await write({ conversation: lines })).id)).conversation).toEqual(lines);
    expect((await one((await write()).id)).conversation).toBeNull();
  });
});

describe('an answer', () => {
  it('is sent by e-mail in the person’s language, once for one key, and does not close the ticket', async () => {
    const { id, email, body } = await write({}, { 'accept-language': 'en' });
    const message = 'Bonjour,\nvotre carte est <active>.';
    const headers = { 'idempotency-key': `answer-${id}` };
    const answers = await Promise.all(
      [1, 2, 3].map(() => ask<Ticket>('POST', `admin/tickets/${id}/answers`, { message }, headers)),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    const mails = await untilThereAre(1, () => outboxOf(bank.dataDir, 'eml', email));
    expect(mails).toHaveLength(1);
    expect(mails[0]).toContain(`Subject: Re: Ma carte (${body.ticketId})`);
    expect(mails[0]).toContain('Hello Zoé,');
    expect(mails[0]).toContain('&lt;active&gt;');
    const [sent] = await untilThereAre(1, async () =>
      (await one(id)).answers.filter(({ mailed_at }) => mailed_at !== null),
    );
    expect(sent).toMatchObject({ message, author: 'Test Client' });
    expect(await one(id)).toMatchObject({ status: 'answered' });
  });

  it('is not sent unread after another one, of two at once neither, and is the same call when it is repeated', async () => {
    const { id, email } = await write();
    const answer = (message: string, seen: number, key = `${message}-${id}`) =>
      ask<Ticket>(
        'POST',
        `admin/tickets/${id}/answers?seen=${seen}`,
        { message },
        { 'idempotency-key': key },
      );
    const both = await Promise.all([answer('Une', 0), answer('Deux', 0)]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(both.find(({ status }) => status === 409)?.body.code).toBe('TICKET_ANSWERED');
    const [first] = (await one(id)).answers;
    // As after an answer that was lost; the author has read their own since.
    const sent = first?.message ?? '';
    for (const seen of [0, first?.id ?? 0]) expect((await answer(sent, seen)).status).toBe(201);
    const late = sent === 'Une' ? 'Deux' : 'Une';
    expect((await answer(late, 0)).status).toBe(409);
    expect((await answer(late, first?.id ?? 0)).status).toBe(201);
    expect((await one(id)).answers.map(({ message }) => message)).toEqual([sent, late]);
    expect(await untilThereAre(2, () => outboxOf(bank.dataDir, 'eml', email))).toHaveLength(2);
  });

  it('must not be empty, and needs a ticket', async () => {
    const { id } = await write();
    for (const message of ['  ', 'a\u0000b', 'a\u001bb', 'a\ud800b', 'a'.repeat(5_001)]) {
      const refused = await ask<{ fields: object }>('POST', `admin/tickets/${id}/answers`, { message });
      expect([refused.status, Object.keys(refused.body.fields)]).toEqual([422, ['message']]);
    }
    expect((await ask('POST', `admin/tickets/${id + 1_000}/answers`, { message: 'a' })).status).toBe(404);
  });
});

describe('the state of a ticket', () => {
  it('is closed and reopened, and both are logged, once however often they are asked for', async () => {
    const { id, body } = await write();
    for (const status of ['closed', 'closed', 'open', 'open']) {
      const answer = await ask<Ticket>('PUT', `admin/tickets/${id}/status`, { status });
      expect([answer.status, answer.body.status]).toEqual([200, status]);
    }
    const lines = await logLines(database, `action LIKE 'ticket.%'`);
    const about = lines.filter(({ message }) => message.includes(body.ticketId));
    expect(about.map(({ action }) => action)).toEqual(['ticket.created', 'ticket.closed', 'ticket.reopened']);
    expect((await ask('PUT', `admin/tickets/${id}/status`, { status: 'answered' })).status).toBe(422);
  });

  it('is as before when its closing is undone, also of one with an answer', async () => {
    const { id } = await write();
    const turn = async (request: object) =>
      (await ask<Ticket>('PUT', `admin/tickets/${id}/status`, request)).body.status;
    await turn({ status: 'closed' });
    expect(await turn({ status: 'open', undo: true })).toBe('open');
    await ask('POST', `admin/tickets/${id}/answers`, { message: 'Voici.' });
    await turn({ status: 'closed' });
    expect(await turn({ status: 'open', undo: true })).toBe('answered');
    await turn({ status: 'closed' });
    expect(await turn({ status: 'open' })).toBe('open');
  });
});

describe('one’s own messages', () => {
  it('are those that were sent while signed in, with their answers, and of nobody else', async () => {
    const [who, other] = await Promise.all([newCustomer(bank.shellUrl), newCustomer(bank.shellUrl)]);
    const own = <Body>(path: string, { token } = who) =>
      call<Body>('GET', `${bank.shellUrl}/api/user/tickets${path}`, { token });
    const { id } = await write({ subject: 'Ma demande' }, { authorization: `Bearer ${who.token}` });
    const stranger = await write({ subject: 'Sans session' });
    interface List {
      tickets: { id: number; subject: string; status: string; answered_at: string | null }[];
    }
    const { body: before } = await own<List>('');
    expect(before.tickets).toMatchObject([{ id, subject: 'Ma demande', status: 'open', answered_at: null }]);
    await ask('POST', `admin/tickets/${id}/answers`, { message: 'Elle est\ndébloquée.' });
    const { body } = await own<Ticket>(`/${id}`);
    expect(body).toMatchObject({ status: 'answered', message: 'Elle est\nbloquée.' });
    expect(body.answers).toEqual([
      {
        id: expect.any(Number) as number,
        message: 'Elle est\ndébloquée.',
        created_at: expect.any(String) as string,
      },
    ]);
    expect((await own<List>('', other)).body.tickets).toEqual([]);
    for (const [path, by] of [
      [`/${id}`, other],
      [`/${stranger.id}`, who],
    ] as const)
      expect([path, (await own<Ticket>(path, by)).status]).toEqual([path, 404]);
    expect((await own('?page=0')).status).toBe(400);
    expect((await call('GET', `${bank.shellUrl}/api/user/tickets`)).status).toBe(401);
  });
});

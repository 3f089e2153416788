/** @jest-environment ./tests/support/bank-environment.ts */
import { sharedBank } from '../support/shared-bank';
import { call } from '../support/http';
import { callsFrom } from './people';

interface List {
  notifications: { id: number; type: string; title: string; message: string; read: boolean }[];
  unread: number;
}

const { bank, database } = sharedBank();

/** A person with one notification for each filter, the oldest first. */
async function notified() {
  const own = callsFrom(bank.shellUrl);
  const person = await own.signUp();
  const rows = [
    ['transaction', 'money_received', { amount: '12.50', sender: 'Paul', reference: 'TR-1' }],
    ['security', 'two_factor_enabled', {}],
    ['info', 'kyc_approved', {}],
  ] as const;
  for (const [at, [type, key, values]] of rows.entries()) {
    await database.rows(
      `INSERT INTO notifications (user_id, type, text_key, text_values, created_at)
       VALUES (?, ?, ?, ?, UTC_TIMESTAMP(3) + INTERVAL ? SECOND)`,
      [person.id, type, key, JSON.stringify(values), at - 10],
    );
  }
  const token = person.access_token;
  return {
    token,
    list: async (query = '') => (await own.get<List>(`notifications${query}`, token)).body,
    read: (body: unknown) => own.post('notifications/read', body, token),
    remove: (id: number) => own.remove(`notifications/${id}`, token),
  };
}

describe('the list of notifications', () => {
  it('is in the language of the reader, newest first', async () => {
    const { token, list } = await notified();
    const { notifications, unread } = await list();
    expect(unread).toBe(3);
    expect(notifications.map(({ type }) => type)).toEqual(['info', 'security', 'transaction']);
    expect(notifications[2]).toEqual({
      id: expect.any(Number) as number,
      type: 'transaction',
      title: 'Virement reçu',
      message: 'Vous avez reçu 12,50\u00a0€ de Paul. Référence\u00a0: TR-1.',
      timestamp: expect.stringMatching(/Z$/) as string,
      read: false,
    });
    const english = await call<List>('GET', `${bank.shellUrl}/api/notifications`, {
      token,
      headers: { 'accept-language': 'en' },
    });
    expect(english.body.notifications[2]?.title).toBe('Transfer received');
  });

  it('is filtered, and refuses an unknown filter', async () => {
    const { token, list, read } = await notified();
    const [first] = (await list('?filter=transaction')).notifications;
    expect((await list('?filter=security')).notifications.map(({ type }) => type)).toEqual(['security']);
    await read({ ids: [first?.id] });
    expect((await list('?filter=unread')).notifications.map(({ type }) => type)).toEqual([
      'info',
      'security',
    ]);
    const unknown = await call('GET', `${bank.shellUrl}/api/notifications?filter=urgent`, { token });
    expect(unknown).toMatchObject({ status: 400, body: { code: 'INVALID_QUERY' } });
  });
});

describe('reading and deleting', () => {
  it('marks some or all as read, but none of another user’s', async () => {
    const mine = await notified();
    const other = await notified();
    const [foreign] = (await other.list()).notifications;
    expect((await mine.read({ ids: [foreign?.id] })).body).toMatchObject({ success: true, unread: 3 });
    const [own] = (await mine.list()).notifications;
    expect((await mine.read({ ids: [own?.id] })).body).toMatchObject({ success: true, unread: 2 });
    expect((await mine.read({ ids: [] })).body).toMatchObject({ success: true, unread: 2 });
    expect(await mine.read({})).toMatchObject({ status: 200, body: { success: true, unread: 0 } });
    expect((await other.list()).unread).toBe(3);
  });

  it('takes the newest marking back, of one or of all, for a minute, and of nobody else', async () => {
    const [mine, other] = [await notified(), await notified()];
    const undo = (who: typeof mine) =>
      call('POST', `${bank.shellUrl}/api/notifications/read/undo`, { token: who.token });
    const [own] = (await mine.list()).notifications;
    await mine.read({ ids: [own?.id] });
    await other.read({});
    await mine.read({});
    expect(await undo(mine)).toMatchObject({ status: 200, body: { success: true, unread: 2 } });
    expect((await other.list()).unread).toBe(0);
    expect((await mine.list('?filter=unread')).notifications.map(({ id }) => id)).not.toContain(own?.id);
    expect((await undo(mine)).body).toEqual({ success: true, unread: 3 });
    expect((await undo(mine)).body).toEqual({ success: true, unread: 3 });
    await mine.read({});
    await database.rows('UPDATE notifications SET read_at = read_at - INTERVAL 61 SECOND WHERE id = ?', [
      own?.id,
    ]);
    expect((await undo(mine)).body).toEqual({ success: true, unread: 2 });
    expect((await undo(mine)).body).toEqual({ success: true, unread: 2 });
  });

  it('takes exactly the named marking back, also after another one', async () => {
    const [mine, other] = [await notified(), await notified()];
    const undo = (who: typeof mine, body: object) =>
      call('POST', `${bank.shellUrl}/api/notifications/read/undo`, { token: who.token, body });
    const [first, second] = (await mine.list()).notifications;
    const { marked_at: one } = (await mine.read({ ids: [first?.id] })).body;
    const { marked_at: all } = (await mine.read({})).body;
    const unread = async () => (await mine.list('?filter=unread')).notifications.map(({ id }) => id);
    expect((await undo(other, { marked_at: one })).body).toMatchObject({ unread: 3 });
    await undo(mine, { marked_at: one, ids: [second?.id] });
    expect(await unread()).toEqual([]);
    await undo(mine, { marked_at: one, ids: [first?.id] });
    expect(await unread()).toEqual([first?.id]);
    await undo(mine, { marked_at: all });
    expect((await unread()).length).toBe(3);
    const { marked_at: late } = (await mine.read({})).body;
    await database.rows('UPDATE notifications SET read_at = read_at - INTERVAL 61 SECOND WHERE id IN (?)', [
      [first?.id, second?.id],
    ]);
    await undo(mine, { marked_at: new Date(Date.parse(String(late)) - 61_000).toISOString() });
    expect((await unread()).length).toBe(0);
    expect((await undo(mine, { marked_at: 'yesterday' })).status).toBe(422);
  });

  it('deletes the caller’s own, once', async () => {
    const mine = await notified();
    const other = await notified();
    const [own] = (await mine.list()).notifications;
    expect((await other.remove(own?.id ?? 0)).status).toBe(404);
    expect((await mine.remove(own?.id ?? 0)).status).toBe(204);
    expect((await mine.remove(own?.id ?? 0)).status).toBe(404);
    expect((await mine.list()).notifications).toHaveLength(2);
  });
});

describe('a sign-in', () => {
  it('in a new browser or from another network is notified, in a known one is not', async () => {
    const own = callsFrom(bank.shellUrl);
    const person = await own.signUp();
    const list = async () => (await own.get<List>('notifications', person.access_token)).body.notifications;
    const signIn = (headers: Record<string, string> = {}) =>
      call('POST', `${bank.shellUrl}/api/auth/login`, {
        headers: {
          ...own.headers,
          'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
          ...headers,
        },
        body: { username: person.username, email: person.email, password: person.password },
      });
    const [cookie = ''] = (await signIn()).headers.getSetCookie();
    expect(await list()).toMatchObject([{ type: 'security', title: 'Nouvelle connexion' }]);
    expect((await list())[0]?.message).toContain('Firefox, Linux');
    await signIn({ cookie: cookie.split(';')[0] ?? '' });
    expect(await list()).toHaveLength(1);
    // A thief's browser may have the same name; its network is another.
    await signIn(callsFrom(bank.shellUrl).headers);
    expect(await list()).toHaveLength(2);
  });
});

describe('money', () => {
  it('that arrives is notified to its recipient', async () => {
    const own = callsFrom(bank.shellUrl);
    const [sender, recipient] = [await own.signUp(), await own.signUp()];
    await own.post('balance/update', { amount: 934.5, type: 'add' }, sender.access_token);
    await own.post('balance/transfer', { recipient_id: recipient.id, amount: 20 }, sender.access_token);
    const told = async (token: string) => (await own.get<List>('notifications', token)).body.notifications;
    expect(await told(sender.access_token)).toMatchObject([{ type: 'transaction', title: 'Fonds ajoutés' }]);
    expect((await told(sender.access_token))[0]?.message).toContain('934,50\u00a0€');
    const [received] = await told(recipient.access_token);
    expect(received?.message).toContain('Vous avez reçu 20,00\u00a0€ de Élodie Martin.');
  });
});

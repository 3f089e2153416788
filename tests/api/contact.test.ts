/** @jest-environment ./tests/support/bank-environment.ts */
import { sharedBank } from '../support/shared-bank';
import { call } from '../support/http';
import { wellFormed, withEachNaughty } from '../support/naughty';
import { logLines } from '../support/log-lines';

const { bank, database } = sharedBank();

const message = {
  firstName: 'Zoé',
  lastName: 'Martin',
  email: 'Zoe@Example.org',
  category: 'cards',
  subject: 'Ma carte',
  message: 'Bonjour,\nma carte est bloquée.',
};
const send = (body: unknown, key?: string) =>
  call<{ ticketId: string; code: string; fields: Record<string, string> }>(
    'POST',
    `${bank.shellUrl}/api/contact`,
    {
      body,
      headers: { 'content-type': 'application/json', ...(key && { 'idempotency-key': key }) },
    },
  );

describe('a message to support', () => {
  it('becomes a ticket without a session', async () => {
    const { status, body } = await send({ ...message, phone: '', priority: 'urgent', attachments: [] });
    expect(status).toBe(201);
    expect(body).toEqual({ ticketId: expect.stringMatching(/^BPCS-[A-Z2-9]{8}$/) as string });
    const [ticket] = await database.rows('SELECT * FROM tickets WHERE reference = ?', [body.ticketId]);
    expect(ticket).toMatchObject({
      user_id: null,
      email: 'zoe@example.org',
      phone: null,
      priority: 'urgent',
      message: message.message,
    });
    const line = (await logLines(database, `action = 'ticket.created'`)).at(-1);
    expect(line).toMatchObject({
      message: `Message au support ${body.ticketId} (cartes, urgente).`,
      // The log is never erased, unlike the message of a person without an account.
      email: null,
    });
  });

  it('has normal priority by default', async () => {
    const { body } = await send(message);
    const [ticket] = await database.rows('SELECT priority FROM tickets WHERE reference = ?', [body.ticketId]);
    expect(ticket?.priority).toBe('normal');
  });

  it('is one ticket for one key', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(message, 'contact-1')));
    expect(new Set(answers.map(({ body }) => body.ticketId)).size).toBe(1);
    expect((await send({ ...message, subject: 'Autre' }, 'contact-1')).body.code).toBe(
      'IDEMPOTENCY_KEY_REUSED',
    );
  });

  it.each([
    ['firstName', undefined, 400],
    ['lastName', '', 422],
    ['email', 'nobody', 422],
    ['email', 5, 400],
    ['phone', 'call me', 422],
    ['category', 'gossip', 422],
    ['priority', 'yesterday', 422],
    ['subject', '   ', 422],
    ['subject', 'x'.repeat(201), 422],
    ['message', '', 422],
    ['message', 'x'.repeat(5001), 422],
    ['attachments', ['a file'], 422],
    ['attachments', [5], 400],
    ['attachments', ['0'.repeat(32)], 422],
    ['conversation', [{ type: 'somebody' }], 400],
  ])('is refused when %s is %j', async (field, value, status) => {
    const answer = await send({ ...message, [field]: value });
    expect(answer.status).toBe(status);
    expect(Object.keys(answer.body.fields).join()).toContain(field);
  });

  it('stores any text unchanged', async () => {
    await withEachNaughty(async (text) => {
      if (text.trim() === '') return;
      const { status, body } = await send({ ...message, message: text });
      expect([text, status]).toEqual([text, 201]);
      const [ticket] = await database.rows('SELECT message FROM tickets WHERE reference = ?', [
        body.ticketId,
      ]);
      expect(ticket?.message).toBe(wellFormed(text.trim()));
    }, 5);
  }, 60_000);

  it('tolerates any value in its other fields', async () => {
    await withEachNaughty(async (text) => {
      const { status } = await send({ ...message, firstName: text, subject: text, phone: text });
      expect([text, [201, 422].includes(status)]).toEqual([text, true]);
    }, 6);
  }, 60_000);
});

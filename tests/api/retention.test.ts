/** @jest-environment ./tests/support/bank-environment.ts */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { databaseOptions } from '../../bff/src/platform/database/connection-options';
import type { Config } from '../../bff/src/platform/config/config';
import { Database } from '../../bff/src/platform/database/database';
import { AuditService } from '../../bff/src/platform/audit/audit.service';
import { Clock } from '../../bff/src/platform/time/clock.service';
import { ErasureService } from '../../bff/src/privacy/erasure/erasure.service';
import { VisitorMessagesService } from '../../bff/src/privacy/erasure/visitor-messages.service';
import { retentionLines, retentions } from '../../bff/src/privacy/retention/retention';
import { newCustomer, type SignedIn } from '../support/customers';
import { call } from '../support/http';
import { pdfFile } from '../support/identity-files';
import { insertDeposits } from '../support/movements';
import { repository } from '../support/repository';
import { sharedBank } from '../support/shared-bank';

const { bank, database } = sharedBank();
const never = new AbortController().signal;
let owner: Database;
let erasure: ErasureService;

beforeAll(async () => {
  const settings = { databaseUrl: bank.databaseUrl, databaseConnections: 3 };
  owner = await Database.open(await databaseOptions(settings as Config));
  erasure = new ErasureService(owner, new AuditService(new Clock()));
});
afterAll(() => owner.close());

/** A customer with data of every kind, whose relation ended so long ago. */
async function former(years: number): Promise<SignedIn> {
  const who = await newCustomer(
    bank.shellUrl,
    { first_name: 'Former', last_name: 'Customer' },
    { verified: 'email' },
  );
  const form = new FormData();
  const fields = { firstName: 'Former', lastName: 'Customer', birthDate: '1990-05-17', address: '1 rue A' };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('documents', new Blob([new Uint8Array(pdfFile())]), 'a.pdf');
  await call('POST', `${bank.shellUrl}/api/kyc`, { token: who.token, body: form });
  const address = { address: '1 rue A', city: 'Paris', postal_code: '75001', country: 'France' };
  await database.rows('INSERT INTO profiles (user_id, address, city, postal_code, country) VALUES (?)', [
    [who.id, ...Object.values(address)],
  ]);
  const [{ id: account } = {}] = await database.rows('SELECT id FROM accounts WHERE user_id = ?', [who.id]);
  await insertDeposits(database, Number(account), { prefix: `F${who.id}-`, count: 3, from: new Date() });
  const many = Array.from({ length: 1_100 }, () => [who.id, 'info', 'mandate_created', '{}', new Date()]);
  await database.rows(
    'INSERT INTO notifications (user_id, type, text_key, text_values, created_at) VALUES ?',
    [many],
  );
  await database.rows(`UPDATE users SET status = 'inactive', deleted_at = NOW() WHERE id = ?`, [who.id]);
  const ended = new Date();
  ended.setUTCFullYear(ended.getUTCFullYear() - years);
  await database.rows('INSERT INTO ended_relations (user_id, ended_at, due_at) VALUES (?, ?, ?)', [
    who.id,
    ended,
    ended,
  ]);
  return who;
}

async function counts({ id }: SignedIn) {
  const tables = ['sessions', 'profiles', 'notifications', 'kyc_submissions', 'documents'];
  const rows = await Promise.all(
    tables.map((table) => database.rows(`SELECT COUNT(*) AS found FROM ${table} WHERE user_id = ?`, [id])),
  );
  const [person] = await database.rows('SELECT email, first_name FROM users WHERE id = ?', [id]);
  const [entries] = await database.rows(
    'SELECT COUNT(*) AS found FROM entries e JOIN accounts a ON a.id = e.account_id WHERE a.user_id = ?',
    [id],
  );
  return {
    ...Object.fromEntries(tables.map((table, at) => [table, Number(rows[at]?.[0]?.found) > 0])),
    entries: Number(entries?.found),
    hasEmail: !person?.email?.startsWith('erased-'),
    name: person?.first_name,
  };
}

describe('the erasure after the end of a relation', () => {
  it('takes at once what nothing keeps, and no more', async () => {
    const who = await former(0);
    await Promise.all([erasure.eraseDue(new Date(), never), erasure.eraseDue(new Date(), never)]);
    expect(await counts(who)).toEqual({
      sessions: false,
      profiles: true,
      notifications: true,
      kyc_submissions: true,
      documents: true,
      entries: 3,
      hasEmail: true,
      name: 'Former',
    });
  });

  it('takes contact data after thirty days, identity documents after five years, the name after ten', async () => {
    const [after1, after6, after11] = [await former(1), await former(6), await former(11)];
    await erasure.eraseDue(new Date(), never);
    const gone = { sessions: false, profiles: false, notifications: false, hasEmail: false, entries: 3 };
    expect(await counts(after1)).toEqual({ ...gone, kyc_submissions: true, documents: true, name: 'Former' });
    const checked = { ...gone, kyc_submissions: false, documents: false };
    expect(await counts(after6)).toEqual({ ...checked, name: 'Former' });
    expect(await counts(after11)).toEqual({ ...checked, name: '—' });
    const [row] = await database.rows('SELECT due_at FROM ended_relations WHERE user_id = ?', [after11.id]);
    expect(row?.due_at).toBeNull();
  });
});

describe('messages of people without an account', () => {
  it('go three years after they were sent, with answers, files and what names them, by whichever server', async () => {
    const [author] = await database.rows('SELECT MIN(id) AS id FROM users');
    const now = new Date();
    const sent = async (reference: string, days: number, userId: string | null = null) => {
      const at = new Date(now.getTime() - days * 86_400_000);
      const person = [userId, 'Ana', 'Rose', `${reference}@example.org`, 'other', 'normal', 'S', 'M', at, at];
      await database.rows(
        `INSERT INTO tickets (reference, user_id, first_name, last_name, email, category, priority, subject, message, answer_by,
          created_at) VALUES (?)`,
        [[reference, ...person]],
      );
      const [row] = await database.rows('SELECT id FROM tickets WHERE reference = ?', [reference]);
      const answer = [row?.id, author?.id, 'Réponse', at];
      await database.rows(
        'INSERT INTO ticket_answers (ticket_id, author_id, message, created_at) VALUES (?)',
        [answer],
      );
      const file = [row?.id, 'v', 'a.pdf', 1, 'application/pdf', Buffer.alloc(32), `f-${reference}`, at];
      await database.rows(
        `INSERT INTO ticket_attachments (ticket_id, client, name, size, media_type, sha256, file, created_at) VALUES (?)`,
        [file],
      );
      return row?.id;
    };
    const gone = [await sent('VIS-OLD-1', 1_097), await sent('VIS-OLD-2', 2_000)];
    const kept = [await sent('VIS-NEW-1', 1_093), await sent('VIS-OWN-1', 2_000, author?.id)];
    const visitors = () => new VisitorMessagesService(owner).eraseDue(now, never);
    const counts = await Promise.all([visitors(), visitors()]);
    expect(counts[0] + counts[1]).toBe(2);
    for (const [table, column] of [
      ['tickets', 'id'],
      ['ticket_answers', 'ticket_id'],
      ['ticket_attachments', 'ticket_id'],
    ] as const) {
      const left = await database.rows(`SELECT ${column} AS id FROM ${table} WHERE ${column} IN (?)`, [
        [...gone, ...kept],
      ]);
      expect(left.map(({ id }) => id).sort()).toEqual([...kept].sort());
    }
  });
});

describe('the table of what is kept', () => {
  it('has every table with data of persons in one kind', async () => {
    const rows = await database.rows(
      `SELECT DISTINCT TABLE_NAME AS name FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE()
       AND COLUMN_NAME IN ('user_id', 'account_id', 'email', 'first_name', 'card_id', 'payment_id', 'submission_id')`,
    );
    const listed = retentions.flatMap(({ tables }) => tables);
    expect(listed).toHaveLength(new Set(listed).size);
    const missing = rows.map(({ name = '' }) => name).filter((name) => !listed.includes(name));
    expect(missing).toEqual([]);
  });

  it('is the one in the documentation', () => {
    const readme = readFileSync(path.join(repository, 'bff/src/privacy/retention/README.md'), 'utf8');
    const cells = readme
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .slice(2)
      .map((line) =>
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      );
    const then = { erased: 'erased', nameless: 'nameless', stays: 'stays' };
    expect(cells).toEqual(
      retentionLines('en').map(({ kind, kept, law }, at) => [
        kind,
        kept,
        then[retentions[at]?.then ?? 'stays'],
        law,
      ]),
    );
  });
});

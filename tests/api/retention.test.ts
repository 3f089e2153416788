/** @jest-environment ./tests/support/bank-environment.ts */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { databaseOptions } from '../../bff/src/platform/database/connection-options';
import type { Config } from '../../bff/src/platform/config/config';
import { Database } from '../../bff/src/platform/database/database';
import { AuditService } from '../../bff/src/platform/audit/audit.service';
import { Clock } from '../../bff/src/platform/time/clock.service';
import { ErasureService } from '../../bff/src/privacy/erasure/erasure.service';
import { UnmadeUsersService } from '../../bff/src/privacy/erasure/unmade-users.service';
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
  it('erases data without a retention period at once, and no other', async () => {
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

it('an erasure that fails fails the job, which nobody would ask for, and keeps back nobody else’s', async () => {
  const [stuck, after] = [await former(6), await former(6)];
  const [other] = await database.rows('SELECT MIN(id) AS id FROM users');
  await database.rows(
    `INSERT INTO cases (reference, kind, topic, user_id, due_at, created_at) VALUES (?, 'hold', 'x', ?, NOW(), NOW())`,
    [`CAS-${stuck.id}`, stuck.id],
  );
  await database.rows(
    `INSERT INTO rule_events (at, kind, user_id, facts, event_keys, action, weight, counted, case_id)
     SELECT NOW(), 'transfer', ?, '{}', '[]', 'allow', 0, 0, id FROM cases WHERE user_id = ?`,
    [other?.id, stuck.id],
  );
  await expect(erasure.eraseDue(new Date(), never)).rejects.toMatchObject({ failed: 1 });
  expect(await counts(after)).toMatchObject({ kyc_submissions: false });
  await database.rows('DELETE FROM rule_events WHERE user_id = ? AND case_id IS NOT NULL', [other?.id]);
  expect(await erasure.eraseDue(new Date(), never)).toBeGreaterThan(0);
  expect(await counts(stuck)).toMatchObject({ kyc_submissions: false });
});

describe('leftovers beside the data of a person', () => {
  const changes = [
    { field: 'email', from: 'a@example.org', to: 'b@example.org' },
    { field: 'role', from: 'user', to: 'admin' },
    { field: 'phone', from: null, to: '+33612345678' },
    { field: 'last_name', from: 'Customer', to: 'Other' },
  ];

  /** As a former customer, with a request about them, the IBAN of a closing, a shop of a question, and a late notice. */
  async function withTraces(years: number) {
    const who = await former(years);
    const payload = { changes, motive: null, passwordLink: false, language: 'fr' };
    await database.rows(
      `INSERT INTO staff_approvals (kind, subject_id, payload, requested_by, requested_at, expires_at, status)
       SELECT 'user_changed', ?, ?, MIN(id), NOW(), NOW(), 'approved' FROM users`,
      [who.id, JSON.stringify(payload)],
    );
    await database.rows(
      `INSERT INTO relation_closings (user_id, state, iban, overdraft_limit, language, requested_at, closed_at)
       VALUES (?, 'closed', 'DE89370400440532013000', 0, 'fr', NOW(), NOW())`,
      [who.id],
    );
    await database.rows(
      `INSERT INTO cards (account_id, number_encrypted, number_digest, last_four, expiry_date, created_at)
       SELECT id, '', RANDOM_BYTES(32), '1234', '2030-01-31', NOW() FROM accounts WHERE user_id = ?`,
      [who.id],
    );
    await database.rows(
      `INSERT INTO card_challenges (id, card_id, amount, currency, merchant_id, merchant_name, expires_at, created_at)
       SELECT REPLACE(UUID(), '-', ''), c.id, 100, 'EUR', 'M-1', 'Pharmacie', NOW(), NOW()
       FROM cards c JOIN accounts a ON a.id = c.account_id WHERE a.user_id = ?`,
      [who.id],
    );
    return who;
  }

  async function tracesOf({ id }: SignedIn) {
    const [row] = await database.rows(
      `SELECT s.payload, r.iban, k.merchant_id, k.merchant_name FROM staff_approvals s
       JOIN relation_closings r ON r.user_id = s.subject_id JOIN accounts a ON a.user_id = s.subject_id
       JOIN cards c ON c.account_id = a.id JOIN card_challenges k ON k.card_id = c.id WHERE s.subject_id = ?`,
      [id],
    );
    const { payload = '{}', ...rest } = row ?? {};
    const asked = (JSON.parse(payload ?? '{}') as { changes: typeof changes }).changes;
    return { ...rest, fields: asked.map(({ field }) => field) };
  }

  it('goes with it: contacts of requests after thirty days, names, IBANs and shops after ten years', async () => {
    const [after1, after11] = [await withTraces(1), await withTraces(11)];
    await erasure.eraseDue(new Date(), never);
    expect(await tracesOf(after1)).toEqual({
      fields: ['role', 'last_name'],
      iban: 'DE89370400440532013000',
      merchant_id: 'M-1',
      merchant_name: 'Pharmacie',
    });
    expect(await tracesOf(after11)).toEqual({
      fields: ['role'],
      iban: null,
      merchant_id: '',
      merchant_name: '—',
    });
  });

  it('goes with the next step where it came after its own', async () => {
    const who = await former(4);
    await erasure.eraseDue(new Date(), never);
    await database.rows(
      `INSERT INTO notifications (user_id, type, text_key, text_values, created_at)
       VALUES (?, 'info', 'mandate_created', '{}', NOW())`,
      [who.id],
    );
    await database.rows(
      `UPDATE ended_relations SET ended_at = ended_at - INTERVAL 2 YEAR, due_at = due_at - INTERVAL 2 YEAR WHERE user_id = ?`,
      [who.id],
    );
    await erasure.eraseDue(new Date(), never);
    expect(await counts(who)).toMatchObject({ notifications: false, kyc_submissions: false });
  });
});

describe('messages of people without an account', () => {
  it('are deleted after three years, with answers, files and references, by any server', async () => {
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

describe('requests to create a user', () => {
  it('lose the person thirty days after they ended without an approval, by any server', async () => {
    const fields = ['email', 'username', 'first_name', 'last_name', 'phone', 'role'];
    const changes = fields.map((field) => ({ field, from: null, to: 'somebody' }));
    const payload = JSON.stringify({ changes, motive: null, passwordLink: true, language: 'fr' });
    const asked = async (status: string, days: number, subject: string | null = null) => {
      const id = await database.rows(
        `INSERT INTO staff_approvals
           (kind, subject_id, payload, requested_by, requested_at, expires_at, status, decided_at)
         SELECT 'user_created', ${subject ?? 'NULL'}, ?, MIN(id), NOW(3) - INTERVAL ? DAY, NOW(3) - INTERVAL ? DAY, ?,
           IF(? = 'pending', NULL, NOW(3) - INTERVAL ? DAY) FROM users RETURNING id`,
        [payload, days + 7, days, status, status, days],
      );
      return Number(id[0]?.id);
    };
    const gone = [await asked('refused', 31), await asked('pending', 31)];
    const kept = [
      await asked('refused', 29),
      await asked('pending', 29),
      await asked('approved', 31, 'MIN(id)'),
    ];
    const unmade = () => new UnmadeUsersService(owner).eraseDue(new Date(), never);
    const counts = await Promise.all([unmade(), unmade()]);
    expect(counts[0] + counts[1]).toBe(2);
    const left = async (id: number) => {
      const [row] = await database.rows('SELECT payload FROM staff_approvals WHERE id = ?', [id]);
      const stored = JSON.parse(row?.payload ?? '') as {
        changes: { field: string }[];
        passwordLink: boolean;
      };
      return [stored.passwordLink, stored.changes.map(({ field }) => field)];
    };
    for (const id of gone) expect(await left(id)).toEqual([true, ['role']]);
    for (const id of kept) expect(await left(id)).toEqual([true, fields]);
  });
});

describe('the table of retention periods', () => {
  it('has every table with data of persons in one kind', async () => {
    const rows = await database.rows(
      `SELECT DISTINCT TABLE_NAME AS name FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE()
       AND COLUMN_NAME IN ('user_id', 'account_id', 'email', 'first_name', 'card_id', 'payment_id', 'submission_id', 'series')`,
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

/** @jest-environment ./tests/support/bank-environment.ts */
import AdmZip from 'adm-zip';
import type { DataExport, DataExportList } from '../../libs/contracts/data-exports';
import { connect } from 'node:net';
import { sharedBank } from '../support/shared-bank';
import { newCustomer, newPassword, type NewCustomer, type SignedIn } from '../support/customers';
import { call } from '../support/http';
import { pdfFile } from '../support/identity-files';
import { insertDeposits } from '../support/movements';
import { pdfPages } from '../support/pdf';
import { logLines } from '../support/log-lines';
import { until } from '../support/until';
import { newIban, paymentCalls } from './payment-fixture';

const { bank, database } = sharedBank();
const exportsOf = `${bank.shellUrl}/api/settings/data-exports`;

const ask = ({ token }: SignedIn, { key, approve = true }: { key?: string; approve?: boolean } = {}) =>
  call<DataExport>('POST', exportsOf, { token, approve, headers: key ? { 'idempotency-key': key } : {} });
const list = async ({ token }: SignedIn) =>
  (await call<DataExportList>('GET', exportsOf, { token })).body.exports;
const fetchFile = ({ token }: SignedIn, id: number, language = 'fr') =>
  fetch(`${exportsOf}/${id}/file`, {
    headers: { authorization: `Bearer ${token}`, 'accept-language': language },
  });

async function unpacked(who: SignedIn, id: number, language = 'fr') {
  const answer = await fetchFile(who, id, language);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
  const zip = new AdmZip(Buffer.from(await answer.arrayBuffer()));
  expect(zip.test()).toBe(true);
  const files = new Map(zip.getEntries().map((entry) => [entry.entryName, entry.getData()]));
  const json = (name: string) =>
    JSON.parse(files.get(`${name}.json`)?.toString() ?? '') as Record<string, unknown>[];
  return { answer, files, json };
}

async function accountOf({ id }: SignedIn): Promise<number> {
  const [row] = await database.rows('SELECT id FROM accounts WHERE user_id = ?', [id]);
  return Number(row?.id);
}

async function sendIdentity({ token }: SignedIn) {
  const form = new FormData();
  const fields = { firstName: 'Élodie', lastName: 'Martin', birthDate: '1990-05-17', address: '1 rue A' };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (let copy = 0; copy < 2; copy += 1) {
    form.append('documents', new Blob([new Uint8Array(pdfFile())]), 'pièce.pdf');
  }
  await call('POST', `${bank.shellUrl}/api/kyc`, { token, body: form });
}

const write = ({ token }: SignedIn, subject: string) =>
  call('POST', `${bank.shellUrl}/api/contact`, {
    token,
    body: {
      firstName: 'Élodie',
      lastName: 'Martin',
      email: 'e@example.org',
      category: 'account',
      priority: 'normal',
      subject,
      message: 'Bonjour, une question.',
      attachments: [],
    },
  });

describe('the export of all of a person’s data', () => {
  let marie: NewCustomer;
  let other: NewCustomer;

  beforeAll(async () => {
    marie = await newCustomer(
      bank.shellUrl,
      { first_name: 'Élodie', last_name: 'Martin' },
      { verified: 'email' },
    );
    other = await newCustomer(bank.shellUrl, { first_name: 'Théo', last_name: 'Secretname' });
    await insertDeposits(database, await accountOf(marie), {
      prefix: `D${marie.id}-`,
      count: 1200,
      from: new Date(),
    });
    await sendIdentity(marie);
    await write(marie, 'Ma question');
    const spoken = [
      { type: 'staff', content: 'Bonjour', timestamp: new Date().toISOString(), name: 'Hortensia' },
    ];
    await database.rows('UPDATE tickets SET conversation = ? WHERE user_id = ?', [
      JSON.stringify(spoken),
      marie.id,
    ]);
    await write(other, 'Not hers');
    await call('POST', `${bank.shellUrl}/api/cards/create`, {
      token: marie.token,
      body: { card_type: 'debit', virtual: true },
    });
    await database.rows(
      `INSERT INTO standing_orders (user_id, recipient_id, amount, currency, frequency, first_run, created_at)
       VALUES (?, ?, 1250, 'EUR', 'monthly', '2030-01-01', NOW())`,
      [marie.id, other.id],
    );
  });

  it('needs an approval, which is said in the log and in a notice', async () => {
    const thief = await newCustomer(bank.shellUrl);
    const refused = await ask(thief, { approve: false });
    expect([refused.status, refused.body]).toEqual([
      403,
      expect.objectContaining({
        code: 'APPROVAL_REQUIRED',
        approval: expect.objectContaining({ summary: { action: 'data_export' } }) as unknown,
      }),
    ]);
    expect(await list(thief)).toEqual([]);
    const { body, status } = await ask(thief);
    expect([status, body]).toEqual([201, expect.objectContaining({ state: 'ready', downloadable: true })]);
    expect(
      await logLines(database, 'user_id = ? AND action = ?', [thief.id, 'data_export.requested']),
    ).toHaveLength(1);
    const sql = `SELECT 1 FROM notifications WHERE user_id = ? AND text_key = 'data_exported'`;
    expect(await database.rows(sql, [thief.id])).toHaveLength(1);
  });

  it('has every area as JSON, the documents as they were sent, and a summary', async () => {
    const { id } = (await ask(marie)).body;
    const { files, json, answer } = await unpacked(marie, id);
    expect(answer.headers.get('content-disposition')).toMatch(
      /filename="bank-pcs-mes-donnees-\d{4}-\d\d-\d\d\.zip"/,
    );
    expect(json('profile')).toEqual([expect.objectContaining({ email: marie.email, first_name: 'Élodie' })]);
    expect(json('transactions')).toHaveLength(1200);
    expect(json('transactions')[0]).toMatchObject({ type: 'deposit', status: 'completed', currency: 'EUR' });
    expect(json('standing-orders')).toEqual([
      expect.objectContaining({ recipient: 'Théo S.', amount: 12.5, first_run: '2030-01-01' }),
    ]);
    expect(json('cards')).toEqual([
      expect.objectContaining({ card_number: expect.stringMatching(/^\*{4} \*{4} \*{4} \d{4}$/) as string }),
    ]);
    expect(json('support-tickets')).toEqual([expect.objectContaining({ subject: 'Ma question' })]);
    expect(json('activity').map(({ action }) => action)).toContain('data_export.requested');
    const [{ id: submission } = {}] = json('identity');
    for (const name of ['pièce.pdf', 'pièce (2).pdf']) {
      expect(files.get(`identity/${String(submission)}/${name}`)).toEqual(pdfFile());
    }
    const summary = pdfPages(files.get('resume.pdf') ?? Buffer.alloc(0)).join('\n');
    for (const words of [
      'Vos données chez Bank PCS',
      'Élodie Martin',
      'transactions.json',
      '1200',
      'L561-12',
    ]) {
      expect(summary.replaceAll('\n', ' ')).toContain(words);
    }
    await until(async () => (await list(marie))[0]?.state === 'downloaded');
  });

  it('has the person’s notifications, choices and requests, in their words', async () => {
    const who = await newCustomer(bank.shellUrl);
    await call('POST', `${bank.shellUrl}/api/cards/create`, {
      token: who.token,
      body: { card_type: 'debit', virtual: true },
    });
    const card = 'UPDATE cards SET per_day = 12500, abroad = 0 WHERE account_id = ?';
    await database.rows(card, [await accountOf(who)]);
    const words = [false, '', 'Nos horaires', 'Our hours', 'Nous ouvrons à 8 h.', 'We open at 8.'];
    await database.rows(
      'INSERT INTO written_notifications (marketing, channels, title_fr, title_en, text_fr, text_en) VALUES (?)',
      [words],
    );
    await database.rows(
      `INSERT INTO notifications (user_id, type, text_key, text_values, created_at, written_id)
       SELECT ?, 'info', 'written', '{}', NOW(), MAX(id) FROM written_notifications`,
      [who.id],
    );
    await database.rows(
      `INSERT INTO relation_closings (user_id, state, iban, overdraft_limit, language, requested_at)
       VALUES (?, 'failed', 'DE89370400440532013000', 0, 'fr', NOW())`,
      [who.id],
    );
    await database.rows(
      `INSERT INTO partner_applications (id, partner_id, user_id, created_at, reference)
       SELECT UUID(), MIN(id), ?, NOW(), 'dossier-12' FROM partners`,
      [who.id],
    );
    const { json } = await unpacked(who, (await ask(who)).body.id);
    expect(json('notifications')).toContainEqual(
      expect.objectContaining({ title: 'Nos horaires', message: 'Nous ouvrons à 8 h.' }),
    );
    expect(json('cards')).toEqual([
      expect.objectContaining({ per_payment: null, per_day: 125, abroad: false, online: true, ended: null }),
    ]);
    expect(json('closings')).toEqual([
      expect.objectContaining({ state: 'failed', iban: 'DE89370400440532013000', closed_at: null }),
    ]);
    expect(json('partner-applications')).toEqual([
      expect.objectContaining({ partner: expect.any(String) as string, reference: 'dossier-12' }),
    ]);
  });

  it('has no secrets, no data of others beyond what their screens show, and no names of staff', async () => {
    const { id } = (await ask(marie)).body;
    const { files, json } = await unpacked(marie, id, 'en');
    expect(json('support-tickets')).toMatchObject([
      { conversation: [{ type: 'staff', content: 'Bonjour' }] },
    ]);
    const all = [...files]
      .filter(([name]) => name.endsWith('.json'))
      .map(([, data]) => data.toString())
      .join('\n');
    const [{ password_hash: hash = '', number = '' } = {}] = await database.rows(
      `SELECT u.password_hash, HEX(c.number_encrypted) AS number FROM users u JOIN accounts a ON a.user_id = u.id
       JOIN cards c ON c.account_id = a.id WHERE u.id = ?`,
      [marie.id],
    );
    expect(all).not.toMatch(/(?<!\d)\d{16}(?!\d)/);
    for (const secret of [
      hash,
      number,
      'Secretname',
      other.email,
      'Not hers',
      'Hortensia',
      'risk_',
      '_hash',
      'reviewed_by',
    ]) {
      expect(all.toLowerCase()).not.toContain(secret.toLowerCase());
    }
  });

  it('reveals nothing that the bank’s checks found, whatever the log has', async () => {
    const name = 'Octavio Malendroit';
    const calls = paymentCalls(bank.shellUrl, database);
    const who = await calls.customer(100);
    await calls.post(who, 'beneficiaries', { name, account: newIban() });
    await calls.pay(who, { amount: 5, recipient_account: newIban(), recipient_name: name });
    // As older servers logged them, as actions of the customer.
    const lines = [
      ['beneficiary.screened', { id: 1, entry: 'made-up-6' }],
      ['rules.held', { kind: 'payment', rules: 'Règle secrète' }],
      ['payment.let_go', { reference: 'PAY-OLD', score: 2.7 }],
    ] as const;
    for (const [action, values] of lines) {
      await database.rows(
        `INSERT INTO audit_log (created_at, user_id, action, type, text, params) VALUES (NOW(3), ?, ?, 'info', ?, ?)`,
        [who.id, action, action, JSON.stringify(values)],
      );
    }
    const { id } = (await ask(who)).body;
    for (const language of ['fr', 'en']) {
      const { files, json } = await unpacked(who, id, language);
      const all = [...files].filter(([file]) => file.endsWith('.json')).map(([, data]) => data.toString());
      expect(all.join()).toContain(name);
      expect(all.join()).not.toMatch(/made-up|Règle secrète|sanctions|screened|"rules\.|\/10|risk|risque/i);
      const sentences = json('activity').map(({ message }) => message);
      expect(sentences).toContain(
        language === 'fr'
          ? 'Paiement PAY-OLD laissé passer par les règles.'
          : 'Payment PAY-OLD let go by the rules.',
      );
    }
  });

  it('has no sentences about others from the time when the person worked for the bank', async () => {
    const who = await newCustomer(bank.shellUrl);
    const sentences = async () => {
      const { json } = await unpacked(who, (await ask(who)).body.id);
      return json('activity').filter((line) => 'message' in line).length;
    };
    expect(await sentences()).toBeGreaterThan(0);
    await database.rows(
      `INSERT INTO authority_changes (user_id, changed_by, act, created_at)
       SELECT ?, MIN(id), 'promoted', NOW() FROM users`,
      [who.id],
    );
    expect(await sentences()).toBe(0);
  });

  it('is for the session that asked, and for nobody else', async () => {
    const { id } = (await ask(other)).body;
    expect((await fetchFile(marie, id)).status).toBe(404);
    const { body } = await call<{ access_token: string }>('POST', `${bank.shellUrl}/api/auth/login`, {
      body: { email: other.email, username: other.email, password: newPassword },
    });
    const elsewhere = { ...other, token: body.access_token };
    const refused = await fetchFile(elsewhere, id);
    expect([refused.status, await refused.json()]).toEqual([
      409,
      expect.objectContaining({ code: 'DATA_EXPORT_OVER' }),
    ]);
    expect((await list(elsewhere))[0]).toMatchObject({ id, downloadable: false });
    expect((await fetchFile(other, id)).status).toBe(200);
  });

  it('is over after an hour, and after five downloads; a question about its headers is none', async () => {
    const who = await newCustomer(bank.shellUrl);
    const { id } = (await ask(who)).body;
    const address = `${bank.shellUrl}/api/settings/data-exports/${id}/file`;
    const head = (by: SignedIn) =>
      fetch(address, { method: 'HEAD', headers: { authorization: `Bearer ${by.token}` } });
    for (let times = 0; times < 6; times += 1) {
      const { status, headers } = await head(who);
      expect([status, headers.get('content-type')]).toEqual([200, 'application/zip']);
    }
    expect((await head(other)).status).toBe(404);
    expect((await list(who))[0]).toMatchObject({ state: 'ready', downloaded_at: null });
    const [row] = await database.rows('SELECT downloads FROM data_exports WHERE id = ?', [id]);
    expect(Number(row?.downloads)).toBe(0);
    await database.rows('UPDATE data_exports SET downloads = 5 WHERE id = ?', [id]);
    expect((await fetchFile(who, id)).status).toBe(409);
    await database.rows('UPDATE data_exports SET downloads = 0, expires_at = ? WHERE id = ?', [
      new Date(),
      id,
    ]);
    expect((await fetchFile(who, id)).status).toBe(409);
    expect((await list(who))[0]).toMatchObject({ state: 'over', downloadable: false });
  });

  it('is granted three times a day, however many requests come at once, and once for a key', async () => {
    const who = await newCustomer(bank.shellUrl);
    const same = await Promise.all([1, 2, 3].map(() => ask(who, { key: 'one-export' })));
    expect(new Set(same.map(({ body }) => body.id)).size).toBe(1);
    const answers = await Promise.all([1, 2, 3, 4].map(() => ask(who)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 429, 429]);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body).toMatchObject({ code: 'DATA_EXPORT_LIMIT' });
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(86_000);
  });

  it('continues for a reader who lost the connection', async () => {
    const who = await newCustomer(bank.shellUrl);
    await insertDeposits(database, await accountOf(who), {
      prefix: `L${who.id}-`,
      count: 8000,
      from: new Date(),
    });
    const { id } = (await ask(who)).body;
    await hangUpAfterFirstBytes(who, id);
    expect((await list(who))[0]).toMatchObject({ state: 'ready', downloaded_at: null });
    const { json } = await unpacked(who, id);
    expect(json('transactions')).toHaveLength(8000);
    expect(new Set(json('transactions').map((movement) => movement.id)).size).toBe(8000);
  });
});

/** Reads the beginning of the file and closes the connection. */
async function hangUpAfterFirstBytes({ token }: SignedIn, id: number): Promise<void> {
  const { hostname, port, pathname } = new URL(`${exportsOf}/${id}/file`);
  const socket = connect(Number(port), hostname);
  socket.write(
    `GET ${pathname} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer ${token}\r\n\r\n`,
  );
  await new Promise<void>((heard, lost) => socket.once('data', () => heard()).once('error', lost));
  socket.destroy();
}

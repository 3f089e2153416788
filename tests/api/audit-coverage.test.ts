/** @jest-environment ./tests/support/bank-environment.ts */
import { generateSync } from 'otplib';
import type { LogList } from '../../libs/contracts/admin';
import fr from '../../libs/contracts/locales/log.fr.json';
import { sharedBank } from '../support/shared-bank';
import { approveIdentity, promote, verifyEmail } from '../support/customers';
import { call, type Answer } from '../support/http';
import { pdfFile } from '../support/identity-files';
import { outboxOf } from '../support/outbox';
import { logLines } from '../support/log-lines';
import { untilThereAre } from '../support/until';
import { callsFrom, password, somebody } from './people';
import { letNoPaymentGo, order } from './payment-fixture';

/**
 * The required content of the activity log: every action of an administrator and every security event, each with its
 * author and request.
 */
const { bank, database } = sharedBank();
letNoPaymentGo(bank);
/** The line before those of this file. */
let newestBefore = 0;

beforeAll(async () => {
  const [row] = await database.rows('SELECT MAX(id) AS id FROM audit_log');
  newestBefore = Number(row?.id);
});

const calls = () => callsFrom(bank.shellUrl);
const signUp = () => calls().signUp();
async function administrator() {
  const who = await signUp();
  await promote(database, { id: who.id, token: who.access_token });
  return who;
}
const ask = <Body = Record<string, unknown>>(method: string, path: string, token: string, body?: unknown) =>
  call<Body>(method, `${bank.shellUrl}/api/${path}`, { token, body });

/** The log lines of a request. */
const linesOf = ({ headers }: Answer<unknown>) =>
  logLines(database, 'request_id = ?', [headers.get('x-request-id')]);
async function expectLine(answer: Answer<unknown>, line: object) {
  expect([answer.status, await linesOf(answer)]).toEqual([
    answer.status,
    expect.arrayContaining([expect.objectContaining(line)]) as unknown,
  ]);
}

const codeAt = (secret: string) => generateSync({ secret, epoch: Math.floor(Date.now() / 1000) });
const forgetSteps = (userId: number) =>
  database.rows('UPDATE two_factor SET last_step = last_step - 10 WHERE user_id = ?', [userId]);
const pdf = pdfFile();

async function submission(token: string) {
  const form = new FormData();
  const fields = { firstName: 'Élodie', lastName: 'Martin', birthDate: '1990-05-17', address: '1 rue A' };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('documents', new Blob([new Uint8Array(pdf)]), 'a.pdf');
  return ask<{ documents: { id: number }[] }>('POST', 'kyc', token, form);
}
const newestSubmission = async (userId: number) =>
  Number(
    (await database.rows('SELECT MAX(id) AS id FROM kyc_submissions WHERE user_id = ?', [userId]))[0]?.id,
  );

describe('of sessions the log contains', () => {
  it('sign-up, sign-in, its refusal and block, and sign-out', async () => {
    const own = calls();
    const person = somebody();
    const up = await own.post<{ user: { id: number } }>('auth/signup', person);
    const who = { user_id: up.body.user.id, email: person.email };
    await expectLine(up, { ...who, action: 'user.signed_up', type: 'info' });
    const session = await own.signIn(person.email);
    await expectLine(session, { ...who, action: 'session.opened', type: 'info' });
    const stranger = await own.signIn('nobody@example.org', 'my-secret-typed-here');
    await expectLine(stranger, { user_id: null, email: null, action: 'session.refused', type: 'warning' });
    for (let attempt = 1; attempt < 5; attempt += 1) await own.signIn(person.email, 'wrong-one');
    const last = await own.signIn(person.email, 'wrong-one');
    await expectLine(last, { ...who, action: 'session.refused', type: 'warning' });
    await expectLine(last, { ...who, action: 'session.slowed', type: 'warning' });
    const out = await own.post('auth/logout', undefined, session.body.access_token);
    await expectLine(out, { ...who, action: 'session.closed', type: 'info' });
  });

  it('the end of another session, and a spent refresh token', async () => {
    const own = calls();
    const person = await own.signUp();
    const other = await own.signIn(person.email);
    const { body } = await own.get<{ sessions: { id: number; current: boolean }[] }>(
      'auth/sessions',
      other.body.access_token,
    );
    const first = body.sessions.find(({ current }) => !current);
    const ended = await own.remove(`auth/sessions/${first?.id}`, other.body.access_token);
    await expectLine(ended, { user_id: person.id, action: 'session.ended', type: 'info' });
    await own.refresh(other.body.refresh_token);
    await database.rows(
      `UPDATE refresh_tokens r JOIN sessions s ON s.id = r.session_id
       SET r.spent_at = r.spent_at - INTERVAL 1 MINUTE WHERE s.user_id = ? AND r.spent_at IS NOT NULL`,
      [person.id],
    );
    const reused = await own.refresh(other.body.refresh_token);
    await expectLine(reused, { user_id: person.id, action: 'session.reused', type: 'warning' });
  });
});

describe('of passwords and codes the log contains', () => {
  it('a wrong password in a session, a change, a forgotten one and its replacement', async () => {
    const own = calls();
    const person = await own.signUp();
    const who = { user_id: person.id, email: person.email };
    const change = (currentPassword: string) =>
      own.post(
        'settings/password',
        { currentPassword, newPassword: 'brand-new-and-long', confirmPassword: 'brand-new-and-long' },
        person.access_token,
      );
    await expectLine(await change('not-my-password'), {
      ...who,
      action: 'password.refused',
      type: 'warning',
    });
    await expectLine(await change(password), { ...who, action: 'password.changed', type: 'warning' });
    const forgot = await own.post('auth/password/forgot', { email: person.email });
    // Among others: the earlier change sends a mail as well, now or later.
    const tokens = async () =>
      (await outboxOf(bank.dataDir, 'eml', person.email)).flatMap(
        (mail) => /token=([\w-]+)/.exec(mail)?.[1] ?? [],
      );
    const [token] = await untilThereAre(1, tokens);
    await expectLine(forgot, { ...who, action: 'password.forgotten', type: 'info' });
    const reset = await own.post('auth/password/reset', { token, password: 'yet-another-long-one' });
    await expectLine(reset, { ...who, action: 'password.reset', type: 'warning' });
  });

  it('the second factor turned on and off, refused codes, and a used recovery code', async () => {
    const own = calls();
    const person = await own.signUp();
    const who = { user_id: person.id, email: person.email };
    const post = <Body = Record<string, unknown>>(path: string, body: object) =>
      own.post<Body>(path, body, person.access_token);
    const { secret } = (await post<{ secret: string }>('settings/2fa/setup', {})).body;
    const refused = { ...who, action: 'two_factor.refused', type: 'warning' };
    const wrong = codeAt(secret) === '000000' ? '000001' : '000000';
    await expectLine(await post('settings/2fa/enable', { code: wrong }), refused);
    const enabled = await post<{ recovery_codes: string[] }>('settings/2fa/enable', {
      code: codeAt(secret),
      password,
    });
    await expectLine(enabled, { ...who, action: 'two_factor.enabled' });
    const challenge = async () => (await own.signIn(person.email)).body.mfa_token;
    const bad = await own.post('auth/2fa', { mfa_token: await challenge(), code: wrong });
    await expectLine(bad, { ...who, action: 'session.refused', type: 'warning' });
    const code = enabled.body.recovery_codes[0];
    const recovered = await own.post('auth/2fa', { mfa_token: await challenge(), code });
    await expectLine(recovered, { ...who, action: 'two_factor.recovery_code_used', type: 'warning' });
    await expectLine(recovered, { ...who, action: 'session.opened' });
    expect(JSON.stringify(await linesOf(recovered))).not.toContain(code);
    await expectLine(await post('settings/2fa/disable', { password, code: wrong }), refused);
    await forgetSteps(person.id);
    const disabled = await post('settings/2fa/disable', { password, code: codeAt(secret) });
    await expectLine(disabled, { ...who, action: 'two_factor.disabled' });
  });
});

describe('of the back-office the log contains', () => {
  it('every change of a person', async () => {
    const admin = await administrator();
    const who = { user_id: admin.id, email: admin.email, type: 'warning' };
    const { password: _unused, ...person } = somebody();
    const written = { ...person, phone: '', role: 'user', status: 'active', kyc_status: 'pending' };
    const made = await ask<{ id: number }>('POST', 'admin/users', admin.access_token, {
      ...written,
      balance: 10,
    });
    await expectLine(made, { ...who, action: 'user.created' });
    await expectLine(made, { user_id: admin.id, action: 'ledger.adjustment' });
    const one = `admin/users/${made.body.id}`;
    const to = (method: string, path: string, body?: unknown) => ask(method, path, admin.access_token, body);
    const changed = await to('PUT', one, { ...written, balance: 0, reason: 'Erreur de saisie' });
    await expectLine(changed, { ...who, action: 'user.changed' });
    await expectLine(changed, { user_id: admin.id, action: 'ledger.adjustment' });
    const limits = { transfer_limit: 1, withdrawal_limit: 1, card_limit: 1, reason: 'Demande' };
    await expectLine(await to('PUT', `${one}/limits`, limits), { ...who, action: 'user.limits' });
    const off = await to('POST', `${one}/activate`, { status: 'inactive' });
    await expectLine(off, { ...who, action: 'user.activated' });
    await expectLine(await to('DELETE', one), { ...who, action: 'user.deleted' });
  });

  it('every change of a partner and of its keys', async () => {
    const admin = await administrator();
    const who = { user_id: admin.id, email: admin.email, type: 'warning' };
    const to = <Body = { id: number; keys: { id: number }[] }>(method: string, path: string, body: object) =>
      ask<Body>(method, `admin/partners${path}`, admin.access_token, body);
    const written = { name: 'Régie', origins: ['https://regie.example'] };
    const made = await to('POST', '', written);
    await expectLine(made, { ...who, action: 'partner.created' });
    const one = `/${made.body.id}`;
    await expectLine(await to('PUT', one, written), { ...who, action: 'partner.changed' });
    const off = await to('POST', `${one}/activate`, { status: 'inactive' });
    await expectLine(off, { ...who, action: 'partner.activated' });
    const key = await to('POST', `${one}/keys`, {});
    await expectLine(key, { ...who, action: 'partner.key_created' });
    const revoked = await to('POST', `${one}/keys/${key.body.keys[0]?.id}/revoke`, {});
    await expectLine(revoked, { ...who, action: 'partner.key_revoked' });
    await to('POST', `${one}/activate`, { status: 'active' });
    const secret = await to<{ key: { id: number } }>('POST', `${one}/secret_keys`, { mode: 'live' });
    await expectLine(secret, { ...who, action: 'partner.secret_key_created' });
    const replaced = await to('POST', `${one}/secret_keys/${secret.body.key.id}/rotate`, {});
    await expectLine(replaced, { ...who, action: 'partner.secret_key_replaced' });
    const ended = await to('POST', `${one}/secret_keys/${secret.body.key.id}/revoke`, {});
    await expectLine(ended, { ...who, action: 'partner.secret_key_revoked' });
    // A name that leads nowhere (RFC 6761): nothing arrives anywhere.
    const url = 'https://webhooks.invalid-partner.example/bank';
    await expectLine(await to('PUT', `${one}/webhooks/live`, { url }), {
      ...who,
      action: 'partner.webhook_set',
    });
    await expectLine(await to('POST', `${one}/webhooks/live/secret`, {}), {
      ...who,
      action: 'partner.webhook_secret',
    });
    const tested = await to<{ id: string }>('POST', `${one}/webhooks/live/test`, {});
    await expectLine(tested, { ...who, type: 'info', action: 'partner.webhook_tested' });
    const again = await to('POST', `${one}/webhooks/messages/${tested.body.id}/resend`, {});
    await expectLine(again, { ...who, type: 'info', action: 'partner.webhook_resent' });
    const none = await to('PUT', `${one}/webhooks/live`, { url: null });
    await expectLine(none, { ...who, action: 'partner.webhook_ended' });
  });

  it('both approvals of a payment, its rejection, and a code that was refused', async () => {
    const [first, second, customer] = [await administrator(), await administrator(), await signUp()];
    await approveIdentity(bank.shellUrl, customer);
    for (let times = 0; times < 3; times += 1) {
      await ask('POST', 'balance/update', customer.access_token, { amount: 10_000, type: 'add' });
    }
    await database.rows('UPDATE accounts SET transfer_limit = 100000000 WHERE user_id = ?', [customer.id]);
    const secrets = new Map<number, string>();
    for (const { id, access_token: token } of [first, second]) {
      const { secret } = (await ask<{ secret: string }>('POST', 'settings/2fa/setup', token, {})).body;
      await ask('POST', 'settings/2fa/enable', token, { code: codeAt(secret), password });
      secrets.set(id, secret);
    }
    const pay = async (amount: number) =>
      (
        await ask<{ payment: { id: number } }>('POST', 'paiement', customer.access_token, {
          ...order,
          amount,
        })
      ).body.payment.id;
    const validate = async ({ id, access_token: token }: typeof first, payment: number, code?: string) => {
      await forgetSteps(id);
      return ask('POST', 'paiement/validate', token, {
        payment_id: payment,
        validation_code: code ?? codeAt(secrets.get(id) ?? ''),
      });
    };
    const large = await pay(12_000);
    const wrong = codeAt(secrets.get(first.id) ?? '') === '111111' ? '222222' : '111111';
    await expectLine(await validate(first, large, wrong), {
      user_id: first.id,
      action: 'payment.code_refused',
      type: 'warning',
    });
    await expectLine(await validate(first, large), { user_id: first.id, action: 'payment.first_approved' });
    const done = await validate(second, large);
    await expectLine(done, { user_id: second.id, action: 'payment.approved' });
    const body = { payment_id: await pay(20), reason: 'Doute' };
    const rejected = await ask('POST', 'paiement/reject', first.access_token, body);
    await expectLine(rejected, { user_id: first.id, action: 'payment.rejected' });
  });

  it('a verification submitted, viewed and decided, and the exports of the log and of transactions', async () => {
    const [admin, customer] = [await administrator(), await signUp()];
    const who = { user_id: admin.id, email: admin.email };
    await verifyEmail(bank.shellUrl, customer);
    for (const status of ['rejected', 'approved']) {
      const sent = await submission(customer.access_token);
      await expectLine(sent, { user_id: customer.id, action: 'kyc.submitted', type: 'info' });
      const seen = await ask('GET', `kyc/documents/${sent.body.documents[0]?.id}`, admin.access_token);
      await expectLine(seen, { ...who, action: 'kyc.document_viewed' });
      const path = `admin/kyc/${await newestSubmission(customer.id)}/review`;
      const decided = await ask('POST', path, admin.access_token, { status, reason: 'Motif' });
      await expectLine(decided, { ...who, action: `kyc.${status}` });
    }
    const taken = await ask('GET', 'admin/logs/export?format=csv', admin.access_token);
    await expectLine(taken, { ...who, action: 'logs.exported' });
    const path = 'admin/transactions/export?format=csv';
    const moved = await ask('GET', path, admin.access_token);
    await expectLine(moved, { ...who, action: 'transactions.exported', type: 'warning' });
    const ofOne = await ask('GET', `${path}&user_id=${customer.id}`, admin.access_token);
    const message = `Opérations du client ${customer.id} exportées (0 ligne).`;
    await expectLine(ofOne, { ...who, action: 'transactions.exported', message });
  });

  it('a write to a card, without its data', async () => {
    const customer = await signUp();
    await approveIdentity(bank.shellUrl, customer);
    const { body } = await ask<{ card: { id: number } }>('POST', 'cards/create', customer.access_token, {
      card_type: 'debit',
    });
    const wrote = await ask('POST', 'carte/write', customer.access_token, {
      cardId: body.card.id,
      customData: 'SECRET-OF-THE-CARD',
    });
    await expectLine(wrote, { user_id: customer.id, action: 'card.written' });
    expect(JSON.stringify(await linesOf(wrote))).not.toContain('SECRET-OF-THE-CARD');
  });
});

describe('a line and the change that it records', () => {
  const failing = (table: string, condition: string) =>
    database.rows(
      `CREATE TRIGGER forced_failure BEFORE INSERT ON ${table} FOR EACH ROW
       IF ${condition} THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'forced'; END IF`,
    );
  afterEach(() => database.rows('DROP TRIGGER IF EXISTS forced_failure'));

  it.each([
    ['what comes after the line', 'notifications', 'TRUE'],
    ['the line itself', 'audit_log', `NEW.action = 'kyc.approved'`],
  ])('are stored or rolled back together when %s fails', async (_what, table, condition) => {
    const [admin, customer] = [await administrator(), await signUp()];
    await verifyEmail(bank.shellUrl, customer);
    await submission(customer.access_token);
    const id = await newestSubmission(customer.id);
    const review = () => ask('POST', `admin/kyc/${id}/review`, admin.access_token, { status: 'approved' });
    await failing(table, condition);
    const failed = await review();
    expect(failed.status).toBe(500);
    expect(await linesOf(failed)).toEqual([]);
    expect(await database.rows('SELECT status FROM kyc_submissions WHERE id = ?', [id])).toEqual([
      { status: 'pending' },
    ]);
    await database.rows('DROP TRIGGER forced_failure');
    await expectLine(await review(), { user_id: admin.id, action: 'kyc.approved' });
  });
});

describe('every line written above', () => {
  const placeholders = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

  it('has a text, and a value for each of its placeholders', async () => {
    const lines = await logLines(database, 'id > ?', [newestBefore]);
    expect(new Set(lines.map(({ text }) => text)).size).toBeGreaterThan(30);
    for (const { text, values } of lines) {
      const french = (fr as Record<string, string>)[text ?? ''];
      const needed = placeholders(french ?? 'no such {text}');
      // What is found by these names need not be in the sentence; see `LastChanges` and `findingsAbout`.
      const more = Object.keys(values).filter((name) => !needed.includes(name));
      expect([text, Object.keys(values)]).toEqual([text, expect.arrayContaining(needed)]);
      expect(['id', 'part', 'user']).toEqual(expect.arrayContaining(more));
      expect(Object.values(values)).not.toContain('undefined');
    }
  });

  it('is returned as a sentence of the reader’s language without placeholders', async () => {
    const admin = await administrator();
    const sentences = async (language: string) => {
      const options = { token: admin.access_token, headers: { 'accept-language': language } };
      const found = new Map<number, string>();
      for (let page = 1, isOlder = false; !isOlder; page += 1) {
        const address = `${bank.shellUrl}/api/admin/logs?limit=50&page=${page}`;
        const { body } = await call<LogList>('GET', address, options);
        for (const { id, message } of body.logs) if (id > newestBefore) found.set(id, message);
        isOlder = body.logs.every(({ id }) => id <= newestBefore);
      }
      return found;
    };
    const [{ written } = {}] = await database.rows('SELECT COUNT(*) AS written FROM audit_log WHERE id > ?', [
      newestBefore,
    ]);
    const [french, english] = [await sentences('fr'), await sentences('en')];
    expect(english.size).toBeGreaterThanOrEqual(french.size);
    expect(french.size).toBeGreaterThanOrEqual(Number(written));
    for (const [id, sentence] of french) {
      expect(sentence).not.toMatch(/\{\w+\}|^$|undefined/);
      expect(english.get(id)).not.toMatch(/\{\w+\}|^$|undefined/);
      expect(english.get(id)).not.toBe(sentence);
    }
  });
});

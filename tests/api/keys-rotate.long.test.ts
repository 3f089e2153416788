import { execFile } from 'node:child_process';
import { createPublicKey, verify } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { generateSync } from 'otplib';
import {
  openedSecret,
  reencryptWebhookSecrets,
  sealedSecret,
} from '../../bff/src/front/webhooks/webhook-secrets';
import { bytes, rowOf } from '../../bff/src/platform/database/columns';
import { Database } from '../../bff/src/platform/database/database';
import { databaseOptions } from '../../bff/src/platform/database/connection-options';
import { FileKeys } from '../../bff/src/platform/documents/file-keys.service';
import { readConfig } from '../../bff/src/platform/config/config';
import type { Registry } from '../../libs/contracts/remotes';
import { registryText } from '../../libs/contracts/signed-text';
import { startBank, type Bank } from '../support/bank';
import { plasticOf } from '../support/card-network';
import { connectTo, newCustomer, type TestConnection } from '../support/customers';
import { configOf } from '../support/document-config';
import { call } from '../support/http';
import { pngFile } from '../support/identity-files';
import { callsFrom, password } from './people';

const command = path.join(__dirname, '../../libs/cli/keys.mjs');

let bank: Bank;
let database: TestConnection;

beforeAll(async () => {
  bank = await startBank({ remotesDir: 'remotes' });
  database = connectTo(bank.migrationUrl);
});
afterAll(async () => {
  await database.end();
  await bank.stop();
});

/** Runs `npm run keys:rotate -- <step>` on the bank's own keys. */
async function rotate(...step: string[]): Promise<string> {
  const env = { ...process.env, DATA_DIR: bank.dataDir, DATABASE_URL: bank.databaseUrl };
  return (await promisify(execFile)(process.execPath, [command, ...step], { env })).stdout;
}

/** A page of now: its registry, and the keys that it trusts. */
const page = () => configOf(`${bank.shellUrl}/login`);

/** Whether a page that trusts the keys takes a registry (Ed25519, RFC 8032). */
const isTrusted = ({ signature, ...registry }: Registry, keys: string[]) =>
  keys.some((x) => {
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    return verify(null, Buffer.from(registryText(registry)), key, Buffer.from(signature, 'base64url'));
  });

const api = <Body = Record<string, unknown>>(method: string, at: string, token: string, body?: unknown) =>
  call<Body>(method, `${bank.shellUrl}/api/${at}`, { token, body });

/** A person with everything that the bank's keys protect. */
async function person() {
  const customer = await newCustomer(bank.shellUrl, {}, { verified: 'email' });
  const { token, email } = customer;
  const form = new FormData();
  const fields = { firstName: 'Élodie', lastName: 'Martin', birthDate: '1990-05-17', address: '1 rue A' };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('documents', new Blob([new Uint8Array(pngFile())]), 'moi.png');
  const kyc = await api<{ documents: { id: number }[] }>('POST', 'kyc', token, form);
  await database.rows(`UPDATE users SET kyc_status = 'approved' WHERE id = ?`, [customer.id]);
  const card = await api<{ card: { id: number } }>('POST', 'cards/create', token, { card_type: 'debit' });
  const { id: cardId } = card.body.card;
  const revealed = (await api('POST', `carte/${cardId}/reveal`, token)).body;
  const pushes = (await api<{ public_key: string }>('GET', 'push/subscriptions', token)).body.public_key;
  const { body: setup } = await api<{ secret: string }>('POST', 'settings/2fa/setup', token, {});
  const code = () => generateSync({ secret: setup.secret });
  const enabled = await api<{ recovery_codes: string[] }>('POST', 'settings/2fa/enable', token, {
    code: code(),
    password,
  });
  return {
    token,
    email,
    cardId,
    revealed,
    pushes,
    code,
    id: customer.id,
    recovery: enabled.body.recovery_codes,
    document: kyc.body.documents[0]?.id,
  };
}
type Person = Awaited<ReturnType<typeof person>>;

/** Uses all of it again; `recovery` is a code that was not used. */
async function everythingWorks(who: Person, recovery: string | undefined) {
  const { token, email, cardId, id } = who;
  expect((await api('GET', 'auth/me', token)).status).toBe(200);
  const file = await fetch(`${bank.shellUrl}/api/kyc/documents/${who.document}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(Buffer.from(await file.arrayBuffer()).equals(pngFile())).toBe(true);
  expect((await plasticOf(bank, database, cardId)).CSC).toBe(who.revealed.code);
  expect((await api('GET', 'push/subscriptions', token)).body.public_key).toBe(who.pushes);
  const { signIn, post } = callsFrom(bank.shellUrl);
  for (const code of [who.code(), recovery]) {
    await database.rows('UPDATE two_factor SET last_step = NULL WHERE user_id = ?', [id]);
    const { body } = await signIn(email);
    expect((await post('auth/2fa', { mfa_token: body.mfa_token, code })).status).toBe(200);
  }
}

it('rotates all keys in two steps: nobody is signed out, nothing is refused and nothing is unreadable', async () => {
  const who = await person();
  const opened = await page();
  expect(await rotate('add')).toMatch(/^signing: key 1 in use, known: 2$/m);
  expect((await stat(path.join(bank.dataDir, 'keys.json'))).mode & 0o777).toBe(0o600);
  await bank.restart();
  const known = await page();
  expect(known.registry_keys.slice(0, 1)).toEqual(opened.registry_keys.slice(0, 1));
  expect(isTrusted(known.registry, opened.registry_keys)).toBe(true);
  await everythingWorks(who, who.recovery[1]);

  expect(await rotate('activate')).toMatch(/^encryption: key 2 in use, known: 1$/m);
  await bank.restart();
  const active = await page();
  // A page of before the rotation was activated, which knows both keys, and one that is opened now.
  expect(isTrusted(active.registry, known.registry_keys)).toBe(true);
  expect(isTrusted(known.registry, active.registry_keys)).toBe(true);
  expect(isTrusted(active.registry, opened.registry_keys)).toBe(false);
  await everythingWorks(who, who.recovery[2]);
  const card = await api<{ card: { id: number } }>('POST', 'cards/create', who.token, { card_type: 'debit' });
  const keys = 'SELECT number_key FROM cards WHERE id IN (?) ORDER BY id';
  expect(await database.rows(keys, [[who.cardId, card.body.card.id]])).toEqual([
    { number_key: 1 },
    { number_key: 2 },
  ]);

  expect(await rotate('rewrap')).toContain('Under key 2 now: 1 more files, 1 more second factors.');
  expect(await rotate('rewrap')).toContain('Under key 2 now: 0 more files, 0 more second factors.');
  expect(await rotate('rewrap')).toContain('still needed for 1 cards');
  await everythingWorks(who, who.recovery[3]);
  await expect(rotate('forget')).rejects.toThrow('Steps: add, activate, rewrap.');
});

it('goes on with wrapping where a run that was killed has ended, and reads every file meanwhile', async () => {
  const config = readConfig({ DATABASE_URL: bank.databaseUrl, DATA_DIR: bank.dataDir });
  const before = { ...config, encryptionKeys: [...config.encryptionKeys].reverse() };
  const server = await Database.open(await databaseOptions(config));
  try {
    const [old, now] = [new FileKeys(server, before), new FileKeys(server, config)];
    const files = Array.from({ length: 7 }, (_, at) => `${at}`.padStart(32, 'f'));
    const made = await Promise.all(files.map((file) => old.make(file, true)));
    const read = async () => (await Promise.all(files.map((file) => now.find(file)))).map((one) => one?.key);
    expect(await now.rewrapSome(3)).toBe(3);
    expect(await read()).toEqual(made);
    expect([await now.rewrapSome(3), await now.rewrapSome(3), await now.rewrapSome(3)]).toEqual([3, 1, 0]);
    expect(await read()).toEqual(made);
    const alone = new FileKeys(server, { ...config, encryptionKeys: config.encryptionKeys.slice(0, 1) });
    expect((await alone.find(files[0] ?? ''))?.key).toEqual(made[0]);
    await expect(old.rewrapSome(1)).resolves.toBe(1);
  } finally {
    await server.close();
  }
});

it('encrypts the secrets of webhooks again, also those that were replaced', async () => {
  const config = readConfig({ DATABASE_URL: bank.databaseUrl, DATA_DIR: bank.dataDir });
  const encryptionKeys = [...config.encryptionKeys].reverse();
  const before = { encryptionKey: encryptionKeys[0]!.key, encryptionKeys };
  const place = { partnerId: 1, mode: 'test' };
  const sealed = (secret: string) => sealedSecret(before, place, secret);
  const moment = new Date();
  await database.rows(
    `INSERT IGNORE INTO partners (id, name, theme, created_at) VALUES (1, 'Partner', '{}', ?)`,
    [moment],
  );
  const webhook = [1, 'test', sealed('new'), moment, sealed('old'), moment];
  await database.rows(
    'INSERT INTO partner_webhooks (partner_id, mode, secret, secret_set_at, old_secret, old_secret_until) VALUES (?)',
    [webhook],
  );
  await database.rows(
    'INSERT INTO older_webhook_secrets (webhook_id, secret, expires_at) SELECT MAX(id), ?, ? FROM partner_webhooks',
    [sealed('older'), moment],
  );
  const server = await Database.open(await databaseOptions(config));
  try {
    expect(await reencryptWebhookSecrets(server, config, 10)).toBe(1);
    const all = `SELECT secret FROM partner_webhooks UNION ALL SELECT old_secret FROM partner_webhooks
      UNION ALL SELECT secret FROM older_webhook_secrets`;
    const stored = await server.rows(rowOf({ secret: bytes }), all);
    const inUse = { ...config, encryptionKeys: config.encryptionKeys.slice(0, 1) };
    expect(stored.map(({ secret }) => openedSecret(inUse, place, secret))).toEqual(['new', 'old', 'older']);
    expect(await reencryptWebhookSecrets(server, config, 10)).toBe(0);
  } finally {
    await server.close();
  }
});

it('keeps the secrets out of what it prints', async () => {
  const stored = JSON.parse(await readFile(path.join(bank.dataDir, 'keys.json'), 'utf8')) as {
    signing: { secret: string }[];
  };
  const printed = await rotate('add', 'signing');
  expect(printed).toMatch(/^signing: key 2 in use, known: 1, 3$/m);
  for (const { secret } of stored.signing) expect(printed).not.toContain(secret);
});

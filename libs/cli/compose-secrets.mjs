import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { ROOT } from './paths.mjs';

/**
 * `npm run compose:secrets`: makes the files of `secrets/`, which `compose.yaml` gives to its containers. What is there already
 * stays; each may be replaced by the bank's own, such as the address of another bucket or a real certificate.
 */
const folder = path.join(ROOT, 'secrets');

/** @param {string} name @param {() => string} make */
function secret(name, make = () => randomBytes(32).toString('hex')) {
  const file = path.join(folder, name);
  if (!fs.existsSync(file)) fs.writeFileSync(file, make(), { mode: 0o644 });
  return fs.readFileSync(file, 'utf8');
}

/** For the demonstration: browsers warn of it. */
function certificate() {
  const [key, cert] = [path.join(folder, '.key'), path.join(folder, '.cert')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const options = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '30', '-keyout', key, '-out', cert];
  execFileSync('openssl', ['req', ...options, ...subject], { stdio: 'ignore' });
  const both = fs.readFileSync(cert, 'utf8') + fs.readFileSync(key, 'utf8');
  for (const file of [key, cert]) fs.rmSync(file);
  return both;
}

// The folder is closed; the files are readable to the accounts of the containers, into which they are mounted one by one.
fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
const bucketKey = secret('bucket_secret');
const address =
  (/** @type {string} */ user, /** @type {string} */ password, name = 'bank') =>
  () =>
    `mysql://${user}:${password}@database:3306/${name}?tls=off`;
const bucket = (/** @type {string} */ name) => () =>
  `http://bank:${bucketKey}@bucket:9000/${name}?region=us-east-1`;

secret('database_root');
secret('database_url', address('bank_app', secret('database_app')));
secret('database_migration_url', address('bank_migrate', secret('database_migrate')));
secret('backup_database_url', address('bank_backup', secret('database_backup')));
secret('world_database_url', address('world_app', secret('database_world'), 'world'));
secret('documents_url', bucket('bank-documents'));
secret('releases_url', bucket('bank-releases'));
secret('backup_url', bucket('bank-backups'));
for (const name of ['signing_key', 'encryption_key', 'release_key', 'push_key', 'backup_passphrase'])
  secret(name);
for (const name of ['rail_key', 'card_network_key', 'sms_key', 'mail_bounce_key']) secret(name);
secret('bank.pem', certificate);
console.log(
  `The secrets are in ${path.relative(ROOT, folder)}/. Keep a copy of backup_passphrase elsewhere.`,
);

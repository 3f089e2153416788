import { createRequire } from 'node:module';
import path from 'node:path';
import { CliError } from './progress.mjs';
import { databaseAddress } from '../contracts/database-address.mjs';
import { ROOT } from './paths.mjs';
import { variable } from './variables.mjs';

/** Timeout of a connection, ms. */
const CONNECT_MS = 5000;

const untrusted =
  'nobody that this machine trusts signed its certificate; name its authority by ?ca=<file>, or put ?tls=required';

/** @type {Record<string, (to: URL) => string>} */
const REASONS = {
  ECONNREFUSED: (to) => `nothing answers at ${to.host}`,
  ENOTFOUND: (to) => `there is no machine called ${to.hostname}`,
  EAI_AGAIN: (to) => `the name ${to.hostname} could not be looked up`,
  ETIMEDOUT: (to) => `${to.host} did not answer within ${CONNECT_MS / 1000} s`,
  ENOENT: () => 'the socket that it names does not exist',
  ER_ACCESS_DENIED_ERROR: (to) => `the server refuses the user ${to.username} (wrong name or password)`,
  ER_DBACCESS_DENIED_ERROR: (to) => `the user ${to.username} may not use the database ${databaseOf(to)}`,
  HANDSHAKE_NO_SSL_SUPPORT: () =>
    'the server offers no encryption; put ?tls=off only where nobody can listen',
  DEPTH_ZERO_SELF_SIGNED_CERT: () => untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: () => untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: () => untrusted,
  ERR_TLS_CERT_ALTNAME_INVALID: (to) => `its certificate is not that of ${to.hostname}`,
  ER_BAD_DB_ERROR: (to) => `the server has no database called ${databaseOf(to)}`,
};

/**
 * The two addresses of the database that DATABASE_URL names, once both accept a connection.
 * @returns {Promise<{ url: string, migrationUrl: string }>}
 */
export async function checkNamedDatabase() {
  const url = variable('DATABASE_URL') ?? '';
  const migrationUrl = variable('DATABASE_MIGRATION_URL') || url;
  await tryConnection('DATABASE_URL', url);
  if (migrationUrl !== url) await tryConnection('DATABASE_MIGRATION_URL', migrationUrl);
  return { url, migrationUrl };
}

/**
 * No message contains the address, which holds the password.
 * @param {string} variable
 * @param {string} text
 */
async function tryConnection(variable, text) {
  const address = URL.canParse(text) ? new URL(text) : null;
  if (!address || !/^(mysql|mariadb):$/.test(address.protocol) || !databaseOf(address)) {
    throw new CliError(`${variable} is not an address like mysql://user:password@host:3306/bank.`);
  }
  const { createConnection } = createRequire(path.join(ROOT, 'bff/package.json'))('mysql2/promise');
  try {
    const connection = await createConnection({ ...databaseAddress(text), connectTimeout: CONNECT_MS });
    await connection.end();
  } catch (error) {
    const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
    const reason = REASONS[code ?? '']?.(address) ?? message;
    throw new CliError(`The database named by ${variable} cannot be used: ${reason}.`);
  }
}

/**
 * Creates the world's database beside the bank's, under the name with `_world`.
 * @returns {Promise<string | null>} its address; null where the account may not create it
 */
export async function createWorldDatabase() {
  const address = new URL(variable('DATABASE_MIGRATION_URL') || variable('DATABASE_URL') || '');
  const name = `${databaseOf(address)}_world`;
  const { createConnection } = createRequire(path.join(ROOT, 'bff/package.json'))('mysql2/promise');
  const connection = await createConnection({ ...databaseAddress(address.href), connectTimeout: CONNECT_MS });
  try {
    await connection.query(
      'CREATE DATABASE IF NOT EXISTS ?? CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci',
      [name],
    );
    await connection.query('USE ??', [name]);
    // A right to create the database need not include its tables.
    await connection.query('CREATE TABLE IF NOT EXISTS schema_versions (version INT NOT NULL PRIMARY KEY)');
  } catch {
    return null;
  } finally {
    await connection.end();
  }
  address.pathname = `/${encodeURIComponent(name)}`;
  return address.href;
}

/** @param {URL} address */
function databaseOf(address) {
  return decodeURIComponent(address.pathname.slice(1));
}

import { randomBytes } from 'node:crypto';
import fs from 'node:fs';

/** Repeated at every start, which repairs a lost passwords file and older data folders. */
export function accountStatements(/** @type {Passwords} */ passwords, /** @type {boolean} */ forTests) {
  const account = (/** @type {string} */ name, /** @type {string} */ password) => [
    `CREATE USER IF NOT EXISTS '${name}'@'%' IDENTIFIED BY '${password}'`,
    `ALTER USER '${name}'@'%' IDENTIFIED BY '${password}'`,
  ];
  const statements = [
    'CREATE DATABASE IF NOT EXISTS bank CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci',
    ...account('bank_app', passwords.app),
    ...account('bank_migrate', passwords.migrate),
    "GRANT ALL PRIVILEGES ON bank.* TO 'bank_migrate'@'%' WITH GRANT OPTION",
    'CREATE DATABASE IF NOT EXISTS world CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci',
    ...account('world_app', passwords.world),
    "GRANT ALL PRIVILEGES ON world.* TO 'world_app'@'%'",
    ...account('bank_backup', passwords.backup),
    "GRANT RELOAD, PROCESS, LOCK TABLES, BINLOG MONITOR ON *.* TO 'bank_backup'@'%'",
    ...(forTests ? account('bank_admin', passwords.migrate) : []),
    ...(forTests ? ["GRANT ALL PRIVILEGES ON *.* TO 'bank_admin'@'%' WITH GRANT OPTION"] : []),
  ];
  return statements.map((statement) => `${statement};\n`).join('');
}

/**
 * Data folders of earlier versions know no password of the world or of backups.
 * @typedef {{ app: string, migrate: string, world: string, backup: string }} Passwords
 * @param {string} file
 * @returns {Passwords}
 */
export function readPasswords(file) {
  const known = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : {};
  const random = () => randomBytes(24).toString('hex');
  const passwords = { app: random(), migrate: random(), world: random(), backup: random(), ...known };
  if (!(known.world && known.backup)) fs.writeFileSync(file, JSON.stringify(passwords), { mode: 0o600 });
  return passwords;
}

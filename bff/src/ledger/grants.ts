import { createConnection, type RowDataPacket } from 'mysql2/promise';
import type { DataSource, QueryRunner } from 'typeorm';
import { databaseAddress } from '@bank/contracts/database-address.mjs';

/** Tables that only grow: the server may read and add, and its account has no right to change or remove. */
const growing = new Set([
  'audit_log',
  'audit_seals',
  'authority_changes',
  'balance_adjustments',
  'balance_snapshots',
  'card_writes',
  'entries',
  'movement_totals',
  'transfers',
]);

/** Written by migrations alone. */
const readOnly = new Set(['migrations']);

/**
 * Gives the account that the server uses its rights on every table, when another account migrates (architecture,
 * money rules). `applicationAccount` is that account as `accountOf` names it, such as `bank_app@%`. Safe to
 * run again: rights that an earlier run or a person gave on a growing table are taken back.
 */
export async function grantApplication(
  migration: DataSource | QueryRunner,
  applicationAccount: string,
): Promise<void> {
  const account = quotedAccount(applicationAccount);
  const tables = (await migration.query(
    `SELECT TABLE_NAME AS name FROM information_schema.TABLES
     WHERE TABLE_SCHEMA = DATABASE() AND TABLE_TYPE = 'BASE TABLE' ORDER BY TABLE_NAME`,
  )) as { name: string }[];
  for (const { name } of tables) {
    const table = `\`${name.replaceAll('`', '``')}\``;
    if (readOnly.has(name)) await migration.query(`GRANT SELECT ON ${table} TO ${account}`);
    else if (growing.has(name)) {
      await migration.query(`GRANT SELECT, INSERT ON ${table} TO ${account}`);
      await migration.query(`REVOKE UPDATE, DELETE ON ${table} FROM ${account}`);
    } else await migration.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ${table} TO ${account}`);
  }
}

/** The account that an address signs in as, asked of the server; before its first rights it may enter no database. */
export async function accountOf(databaseUrl: string): Promise<string> {
  const connection = await createConnection({ ...databaseAddress(databaseUrl), database: undefined });
  try {
    const [rows] = await connection.query<RowDataPacket[]>('SELECT CURRENT_USER() AS account');
    return String(rows[0]?.account);
  } finally {
    await connection.end();
  }
}

/** An account name may hold any character, an `@` included; the host after the last one may not. */
function quotedAccount(account: string): string {
  const at = account.lastIndexOf('@');
  const quoted = (part: string) => `'${part.replace(/[\\']/g, '\\$&')}'`;
  return `${quoted(account.slice(0, at))}@${quoted(account.slice(at + 1))}`;
}

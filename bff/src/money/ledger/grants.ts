import { createConnection, type RowDataPacket } from 'mysql2/promise';
import type { DataSource, QueryRunner } from 'typeorm';
import { databaseAddress } from '@bank/contracts/database-address.mjs';

/** Append-only tables: the server's account may neither update nor delete. */
const appendOnly = new Set([
  'audit_log',
  'audit_seals',
  'authority_changes',
  'balance_adjustments',
  'balance_snapshots',
  'card_writes',
  'entries',
  'movement_totals',
  'rate_sets',
  'rates',
  'statement_files',
  'statements',
  'transfers',
]);

/** Written by migrations only. */
const readOnly = new Set(['audit_people', 'migrations']);

/**
 * Grants the server's account its rights on every table, when another account runs the migrations (architecture,
 * money rules). Idempotent: rights granted earlier on an append-only table are revoked.
 * @param applicationAccount as returned by `accountOf`, such as `bank_app@%`
 */
export async function grantApplication(
  migration: DataSource | QueryRunner,
  applicationAccount: string,
): Promise<void> {
  const account = quotedAccount(applicationAccount);
  const tables = await migration.query<{ name: string }[]>(
    `SELECT TABLE_NAME AS name FROM information_schema.TABLES
     WHERE TABLE_SCHEMA = DATABASE() AND TABLE_TYPE = 'BASE TABLE' ORDER BY TABLE_NAME`,
  );
  for (const { name } of tables) {
    const table = `\`${name.replaceAll('`', '``')}\``;
    if (readOnly.has(name)) await migration.query(`GRANT SELECT ON ${table} TO ${account}`);
    else if (appendOnly.has(name)) {
      await migration.query(`GRANT SELECT, INSERT ON ${table} TO ${account}`);
      await migration.query(`REVOKE UPDATE, DELETE ON ${table} FROM ${account}`);
    } else await migration.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ${table} TO ${account}`);
  }
}

/** The account behind a connection URL. Connects without a database: before its first grant it may open none. */
export async function accountOf(databaseUrl: string): Promise<string> {
  const connection = await createConnection({ ...databaseAddress(databaseUrl), database: undefined });
  try {
    const [rows] = await connection.query<RowDataPacket[]>('SELECT CURRENT_USER() AS account');
    return String(rows[0]?.account);
  } finally {
    await connection.end();
  }
}

/** A user name may contain `@`, the host after the last one may not. */
function quotedAccount(account: string): string {
  const at = account.lastIndexOf('@');
  const quoted = (part: string) => `'${part.replace(/[\\']/g, '\\$&')}'`;
  return `${quoted(account.slice(0, at))}@${quoted(account.slice(at + 1))}`;
}

import type { TestConnection } from './customers';

/** The bank's account on the other side of what these tests insert: money outside the bank. */
const outside = 4;

interface PastMovement {
  reference: string;
  kind: string;
  description: string;
  /** Added to the customer's account in minor units, or taken from it when negative. */
  amount: number;
  at: Date;
  /** The account on the other side. */
  other?: number;
}

/** Inserts a movement of the past with both its sides and their balances, by default with money outside the bank. */
export async function insertMovement(
  database: TestConnection,
  account: number,
  { reference, kind, description, amount, at, other = outside }: PastMovement,
) {
  await database.rows(
    'INSERT INTO transfers (reference, kind, description, created_at) VALUES (?, ?, ?, ?)',
    [reference, kind, description, at],
  );
  await moveBalances(database, account, amount, other);
  await database.rows(
    `INSERT INTO entries (transfer_id, account_id, amount, balance_after, created_at)
     SELECT t.id, a.id, IF(a.id = ?, ?, ?), a.balance, t.created_at
     FROM transfers t JOIN accounts a ON a.id IN (?, ?) WHERE t.reference = ?`,
    [account, amount, -amount, account, other, reference],
  );
}

/**
 * Inserts deposits of one cent as `insertMovement` does, several at the same moment, so that only ids distinguish them.
 * Their references are the prefix and a number.
 */
export async function insertDeposits(
  database: TestConnection,
  account: number,
  { prefix, count, from }: { prefix: string; count: number; from: Date },
) {
  await database.rows(
    `INSERT INTO transfers (reference, kind, description, created_at)
     SELECT CONCAT(?, seq), 'deposit', CONCAT('Dépôt ', seq), ? + INTERVAL (seq DIV 7) SECOND
     FROM (SELECT seq FROM seq_1_to_${count}) s`,
    [prefix, from],
  );
  await moveBalances(database, account, count);
  await database.rows(
    `INSERT INTO entries (transfer_id, account_id, amount, balance_after, created_at)
     SELECT t.id, a.id, IF(a.id = ?, 1, -1),
       a.balance - IF(a.id = ?, 1, -1) * (? - ROW_NUMBER() OVER (PARTITION BY a.id ORDER BY t.id)), t.created_at
     FROM transfers t JOIN accounts a ON a.id IN (?, ?) WHERE t.reference LIKE CONCAT(?, '%') ORDER BY t.id, a.id`,
    [account, account, count, account, outside, prefix],
  );
}

const moveBalances = (database: TestConnection, account: number, amount: number, other = outside) =>
  database.rows('UPDATE accounts SET balance = balance + IF(id = ?, ?, ?) WHERE id IN (?, ?)', [
    account,
    amount,
    -amount,
    account,
    other,
  ]);

/** The ids of movements that do not sum to zero, and of accounts whose balance is not the sum of their entries. */
export async function ledgerErrors(database: TestConnection): Promise<string[]> {
  const rows = await database.rows(
    `SELECT CONCAT('transfer ', transfer_id) AS error FROM entries GROUP BY transfer_id HAVING SUM(amount) <> 0
     UNION ALL
     SELECT CONCAT('account ', a.id) FROM accounts a LEFT JOIN entries e ON e.account_id = a.id
     GROUP BY a.id, a.balance HAVING a.balance <> COALESCE(SUM(e.amount), 0)`,
  );
  return rows.map(({ error }) => String(error));
}

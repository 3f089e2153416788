/** Movements of the measured account; those of other accounts fill the table around them. */
const own = 10_000;
const batch = 100_000;

/**
 * Adds fees of one cent, spread over time, until the bank has `total` of them: the first 10 000 of one account, the rest
 * of others. Balances stay what they are: this measures lists, and the database is thrown away.
 * @param {{ query(sql: string, values?: unknown[]): Promise<any> }} database
 * @param {number} account
 * @param {{ from: number, to: number }} others their ids
 * @param {number} total
 */
export async function growHistory(database, account, others, total) {
  const [[counted]] = await database.query(`SELECT COUNT(*) AS n FROM transfers WHERE reference LIKE 'G-%'`);
  for (let from = Number(counted.n); from < total; from += batch) {
    const to = Math.min(total, from + batch);
    const at = "'2025-11-01' + INTERVAL seq * 3 SECOND";
    await database.query(
      `INSERT INTO transfers (reference, kind, description, created_at)
       SELECT CONCAT('G-', seq), 'fee', CONCAT('Frais ', seq), ${at} FROM seq_${from + 1}_to_${to}`,
    );
    const spread = others.to - others.from + 1;
    await database.query(
      `INSERT INTO entries (transfer_id, account_id, amount, balance_after, created_at)
       SELECT t.id, IF(seq <= ${own}, ?, ? + seq % ?), -1, 0, ${at}
       FROM seq_${from + 1}_to_${to} JOIN transfers t ON t.reference = CONCAT('G-', seq)`,
      [account, others.from, spread],
    );
  }
  await database.query('ANALYZE TABLE transfers, entries');
}

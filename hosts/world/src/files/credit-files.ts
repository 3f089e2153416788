import type { CreditTransfer } from '@bank/contracts/rails/credit-transfers';
import { transferFileParts } from '@bank/contracts/rails/transfer-files';
import { businessDay } from '../accounts/entries';
import type { Payment } from '../clearing/payments';
import type { Database } from '../database/database';

/** A file of credits, whose payments are stored: the same bytes whenever it is written. */
export interface CreditFile {
  kind: 'credits';
  messageId: string;
  createdAt: string;
}

const batchSize = 1_000;

type Row = Payment & { holder: string; iban: string; bic: string };

/** The pacs.008 in parts, with a bounded number of credits in memory. */
export async function* creditFileParts(database: Database, file: CreditFile): AsyncGenerator<string> {
  const totals = await database.row<{ count: bigint; sum: bigint; bic: string }>(
    `SELECT COUNT(*) AS count, CAST(SUM(p.amount) AS SIGNED) AS sum, MIN(a.bic) AS bic
     FROM payments p JOIN accounts a ON a.id = p.account_id WHERE p.message_id = ?`,
    [file.messageId],
  );
  const createdAt = new Date(file.createdAt);
  yield* transferFileParts(
    {
      type: 'pacs.008.001.08',
      messageId: file.messageId,
      createdAt,
      instant: false,
      settlementDay: businessDay(createdAt),
      sender: totals?.bic,
    },
    { count: Number(totals?.count ?? 0), total: { minor: totals?.sum ?? 0n, currency: 'EUR' } },
    batches(database, file.messageId),
  );
}

async function* batches(database: Database, messageId: string): AsyncGenerator<CreditTransfer[]> {
  for (let after = 0; ;) {
    const rows = await database.rows<Row>(
      `SELECT p.*, a.holder, a.iban, a.bic FROM payments p JOIN accounts a ON a.id = p.account_id
       WHERE p.message_id = ? AND p.id > ? ORDER BY p.id LIMIT ?`,
      [messageId, after, batchSize],
    );
    if (rows.length === 0) return;
    yield rows.map(transferOf);
    after = rows.at(-1)?.id ?? after;
  }
}

const transferOf = (row: Row): CreditTransfer => ({
  transactionId: row.transaction_id,
  endToEndId: row.end_to_end_id,
  amount: { minor: row.amount, currency: row.currency },
  debtor: { name: row.holder, account: row.iban, bic: row.bic },
  creditor: { name: row.customer_name, account: row.customer_iban },
  ...(row.remittance !== null && { remittance: row.remittance }),
});

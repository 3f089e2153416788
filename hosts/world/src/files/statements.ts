import { bankIdentity } from '@bank/contracts/bank';
import { addDays } from '@bank/contracts/days';
import { isIban } from '@bank/contracts/iban';
import {
  camt053Parts,
  type Camt053Entry,
  type Camt053Head,
  type EntryTotal,
  type TransactionCode,
} from '@bank/contracts/rails/camt053';
import type { Account } from '../accounts/accounts';
import { businessDay, startOfBusinessDay } from '../accounts/entries';
import { settlementAccount } from '../clearing/settlement';
import type { Database } from '../database/database';

/** A statement of the bank's settlement account in a currency, by its period: the same bytes whenever it is generated. */
export interface StatementFile {
  kind: 'statement';
  messageId: string;
  day: string;
  /** Euros where absent, as in files of before. */
  currency?: string;
  createdAt: string;
  /** The last entry that it may hold. */
  upTo: number;
}

const batchSize = 500;

interface Line {
  id: number;
  amount: bigint;
  step: 'settlement' | 'return';
  kind: 'received' | 'credit' | 'collection';
  transaction_id: string;
  end_to_end_id: string;
  message_id: string;
  remittance: string | null;
  holder: string;
  iban: string;
  bic: string;
}

/** Issued and received credit transfers, and received direct debits, with their returns (ISO 20022, BkTxCd). */
const codes: Record<Line['kind'], Record<Line['step'], TransactionCode>> = {
  received: { settlement: ['PMNT', 'ICDT', 'ESCT'], return: ['PMNT', 'ICDT', 'RRTN'] },
  credit: { settlement: ['PMNT', 'RCDT', 'ESCT'], return: ['PMNT', 'RCDT', 'RRTN'] },
  collection: { settlement: ['PMNT', 'RDDT', 'ESDD'], return: ['PMNT', 'RDDT', 'UPDD'] },
};

/** The statement of a business day up to now. @throws Error where the bank has no account in the currency. */
export async function statementOf(
  database: Database,
  day: string,
  { messageId, at, currency }: { messageId: string; at: Date; currency: string },
): Promise<{ file: StatementFile; entries: number }> {
  const account = await accountIn(database, currency);
  const covered = [account.id, day];
  const upTo = await database.sum('SELECT MAX(id) FROM entries WHERE account_id = ? AND day = ?', covered);
  const count = await database.sum('SELECT COUNT(*) FROM entries WHERE account_id = ? AND day = ?', covered);
  const file = { messageId, day, currency, createdAt: at.toISOString(), upTo: Number(upTo) };
  return { file: { kind: 'statement', ...file }, entries: Number(count) };
}

/** The camt.053 in parts, with a bounded number of entries in memory. */
export async function* statementParts(database: Database, file: StatementFile): AsyncGenerator<string> {
  yield* camt053Parts(await headOf(database, file), batches(database, file));
}

async function accountIn(database: Database, currency: string): Promise<Account> {
  const account = await settlementAccount(database, currency);
  if (!account) throw new Error(`the bank has no account in ${currency}`);
  return account;
}

const accountId = (number: string) => (isIban(number) ? { iban: number } : { number });

async function headOf(
  database: Database,
  { day, currency = 'EUR', messageId, createdAt, upTo }: StatementFile,
) {
  const account = await accountIn(database, currency);
  const opening = await database.sum(
    'SELECT CAST(COALESCE(SUM(amount), 0) AS SIGNED) FROM entries WHERE account_id = ? AND day < ?',
    [account.id, day],
  );
  const total = async (sign: '>' | '<'): Promise<EntryTotal> => {
    const row = await database.row<{ count: bigint; sum: bigint }>(
      `SELECT COUNT(*) AS count, CAST(COALESCE(SUM(ABS(amount)), 0) AS SIGNED) AS sum FROM entries
       WHERE account_id = ? AND day = ? AND id <= ? AND amount ${sign} 0`,
      [account.id, day, upTo],
    );
    return { count: Number(row?.count ?? 0), sum: row?.sum ?? 0n };
  };
  const [credits, debits] = [await total('>'), await total('<')];
  const head: Camt053Head = {
    messageId,
    createdAt: new Date(createdAt),
    id: messageId,
    from: startOfBusinessDay(day),
    to: startOfBusinessDay(addDays(day, 1)),
    account: { ...accountId(account.iban), currency, holder: bankIdentity.name, bic: account.bic },
    opening: { amount: opening, day },
    closing: { amount: opening + credits.sum - debits.sum, day },
    credits,
    debits,
  };
  return head;
}

async function* batches(
  database: Database,
  { day, currency = 'EUR', upTo }: StatementFile,
): AsyncGenerator<readonly Camt053Entry[]> {
  const account = await accountIn(database, currency);
  for (let after = 0; ;) {
    const lines = await database.rows<Line>(
      `SELECT e.id, e.amount, e.step, p.kind, p.transaction_id, p.end_to_end_id, p.message_id, p.remittance,
              a.holder, a.iban, a.bic
       FROM entries e
       JOIN payments p ON p.transaction_id = SUBSTRING(e.source, LOCATE(':', e.source) + 1)
                      AND p.kind = SUBSTRING_INDEX(e.source, ':', 1)
       JOIN accounts a ON a.id = p.account_id
       WHERE e.account_id = ? AND e.day = ? AND e.id > ? AND e.id <= ? ORDER BY e.id LIMIT ?`,
      [account.id, day, after, upTo, batchSize],
    );
    if (lines.length === 0) return;
    yield lines.map((line) => entryOf(line, day));
    after = lines.at(-1)?.id ?? upTo;
  }
}

const entryOf = (line: Line, day: string): Camt053Entry => ({
  amount: line.amount,
  bookingDay: day,
  valueDay: day,
  code: codes[line.kind][line.step],
  servicerReference: `E${line.id}`,
  messageId: line.message_id,
  endToEndId: line.end_to_end_id,
  transactionId: line.transaction_id,
  counterparty: { name: line.holder, account: accountId(line.iban), bic: line.bic },
  ...(line.remittance !== null && { remittance: line.remittance }),
  ...(line.step === 'return' && { isReversal: true }),
});

/** The last business day that is over. */
export const dayBefore = (at: Date): string =>
  businessDay(new Date(startOfBusinessDay(businessDay(at)).getTime() - 1));

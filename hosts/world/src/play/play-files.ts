import { addDays } from '@bank/contracts/days';
import { businessDay, startOfBusinessDay } from '../accounts/entries';
import { people } from '../accounts/people';
import { knownCustomers } from '../clearing/payments';
import { currenciesAbroad, settlementAccount } from '../clearing/settlement';
import type { Database } from '../database/database';
import { dayBefore, statementOf, statementParts } from '../files/statements';
import { enqueueFile, newId } from '../messages/outbox';
import { accountOf, PlayError } from './play';
import type { CreditFileRequest, StatementRequest } from './requests';

const sliceSize = 1_000;
/** A statement with more entries is sent as a file. */
const entriesOfMessage = 500;
/** How many of the last days are stated, if they were not before. */
const daysStated = 14;

const authority = people.find(({ kind }) => kind === 'authority')?.iban ?? '';

/** Sends large files to the bank: files of credits, statements of the settlement account. */
export class PlayFiles {
  constructor(
    private readonly database: Database,
    private readonly now: () => Date,
    private readonly sent: () => void,
  ) {}

  /** Sends one pacs.008 with many credits; they are stored in slices before it is sent. @throws PlayError. */
  async sendCredits({ from, count, amount, reference, accounts }: CreditFileRequest) {
    const at = this.now();
    const payer = await accountOf(this.database, from ?? authority);
    const customers = accounts.length > 0 ? accounts : await knownCustomers(this.database, count);
    if (customers.length === 0) throw new PlayError('NO_CUSTOMERS');
    const messageId = newId('F');
    for (let first = 0; first < count; first += sliceSize) {
      const rows = Array.from({ length: Math.min(sliceSize, count - first) }, (_, index) => {
        const number = first + index;
        const customer = customers[number % customers.length];
        return {
          kind: 'credit',
          transaction_id: `${messageId.slice(0, 20)}-${number}`,
          message_id: messageId,
          end_to_end_id: `E${number}`,
          account_id: payer.id,
          customer_name: customer?.name,
          customer_iban: customer?.iban,
          amount,
          currency: 'EUR',
          remittance: reference ?? null,
          instant: 0,
          state: 'queued',
          created_at: at,
        };
      });
      await this.database.insert('payments', rows);
    }
    await enqueueFile(this.database, {
      type: 'pacs.008.001.08',
      messageId,
      createdAt: at,
      file: { kind: 'credits', messageId, createdAt: at.toISOString() },
    });
    this.sent();
    return { message_id: messageId, count };
  }

  /**
   * Sends the camt.053 of a day and currency; each sending is a message of its own, but `once` sends only one of that name.
   * @throws PlayError NO_ACCOUNT where nothing was settled in the currency.
   */
  async sendStatement({ day = businessDay(this.now()), currency = 'EUR' }: StatementRequest, once?: string) {
    if (!(await settlementAccount(this.database, currency))) throw new PlayError('NO_ACCOUNT');
    const at = this.now();
    const messageId = newId('B');
    const { file, entries } = await statementOf(this.database, day, { messageId, at, currency });
    const message = { type: 'camt.053.001.08', messageId, createdAt: at };
    let body = '';
    const isFile = entries > entriesOfMessage;
    if (!isFile) for await (const part of statementParts(this.database, file)) body += part;
    await this.database.transaction(async (sql) => {
      if (once && !(await sql.insert('settings', [{ name: once, value: messageId }], { once: true }))) return;
      await enqueueFile(sql, { ...message, ...(isFile ? { file } : { body }) });
    });
    this.sent();
    return { message_id: messageId, day, currency, entries };
  }

  /**
   * Sends the statements of the last days that are over, each once, oldest first; called now and then. Those of a day on which
   * the world did not run are sent late.
   */
  async sendDueStatements(): Promise<void> {
    const currencies = ['EUR', ...(await currenciesAbroad(this.database))];
    for (const day of lastDays(this.now())) {
      for (const currency of currencies) await this.sendDueStatement(day, currency);
    }
  }

  private async sendDueStatement(day: string, currency: string): Promise<void> {
    const name = currency === 'EUR' ? `statement ${day}` : `statement ${day} ${currency}`;
    const account = await settlementAccount(this.database, currency);
    // There is no statement of a day before the account's first.
    const due = await this.database.row(
      `SELECT 1 FROM accounts WHERE id = ? AND opened_at < ? AND NOT EXISTS (SELECT 1 FROM settings WHERE name = ?)`,
      [account?.id, startOfBusinessDay(addDays(day, 1)), name],
    );
    if (due) await this.sendStatement({ day, currency }, name);
  }
}

/** The last business days that are over, oldest first. */
function lastDays(now: Date): string[] {
  const days: string[] = [];
  for (let at = now; days.length < daysStated; at = startOfBusinessDay(days[0] ?? ''))
    days.unshift(dayBefore(at));
  return days;
}

import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import type { Account, AccountList } from '@bank/contracts/accounts';
import { bankIdentity } from '@bank/contracts/bank';
import { toDecimal } from '@bank/contracts/money';
import { flag, minor, moment, rowOf, text, whole } from '../../platform/database/columns';
import { Database, type Transaction } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';

const columns = `
  SELECT a.id, a.currency, a.iban, a.balance, a.held, a.created_at AS openedAt, a.closed_at AS closedAt,
    u.deleted_at IS NOT NULL OR a.closed_at IS NOT NULL AS closed,
    CONCAT_WS(' ', u.first_name, u.last_name) AS holder
  FROM accounts a JOIN users u ON u.id = a.user_id WHERE a.user_id = ?`;
const accountRow = rowOf({
  id: whole,
  currency: text,
  iban: text,
  balance: minor,
  held: minor,
  openedAt: moment,
  closedAt: moment.nullable(),
  closed: flag,
  holder: text,
});

/** An account with the name of its holder. */
export type OwnAccount = z.output<typeof accountRow>;

/** The accounts of a customer, one for each currency. */
@Injectable()
export class OwnAccountsService {
  constructor(private readonly database: Database) {}

  /** All of a user's accounts, euros first. */
  async list(userId: number): Promise<AccountList> {
    const inOrder = `${columns} ORDER BY a.currency <> 'EUR', a.currency`;
    return { accounts: (await this.database.rows(accountRow, inOrder, [userId])).map(toAccountDto) };
  }

  /** One of a user's accounts as the API returns it, as the transaction sees it. */
  async oneIn(tx: Transaction, userId: number, id: number): Promise<Account> {
    return toAccountDto(await tx.found(accountRow, `${columns} AND a.id = ?`, [userId, id]));
  }

  /** One of a user's accounts. @throws ApiException NOT_FOUND, also for another user's account. */
  async one(userId: number, id: number): Promise<OwnAccount> {
    const account = await this.database.row(accountRow, `${columns} AND a.id = ?`, [userId, id]);
    if (account) return account;
    const ofAnother = 'SELECT 1 FROM accounts WHERE id = ? AND user_id IS NOT NULL';
    throw new ApiException('NOT_FOUND', { isOfAnother: await this.database.exists(ofAnother, [id]) });
  }
}

const toAccountDto = ({ id, currency, iban, balance, held, openedAt, closed }: OwnAccount): Account => ({
  id,
  currency,
  account_number: iban,
  bic: bankIdentity.bic,
  current_balance: toDecimal(balance, currency),
  available_balance: toDecimal(balance - held, currency),
  status: closed ? 'closed' : 'open',
  opened_at: openedAt.toISOString(),
});

import { Injectable } from '@nestjs/common';
import type { Account } from '@bank/contracts/accounts';
import { type Currency, homeCurrency } from '@bank/contracts/currencies';
import { AuditService } from '../../platform/audit/audit.service';
import { idRow } from '../../platform/database/columns';
import type { Transaction } from '../../platform/database/database';
import { isDuplicateOf } from '../../platform/database/database-error';
import { ApiException } from '../../platform/errors/api-exception';
import { Idempotency } from '../../platform/http/idempotency.service';
import type { RequestContext } from '../../platform/http/request-context';
import { Clock } from '../../platform/time/clock.service';
import { lockUser } from '../../people/users/lock-user';
import { suspenseOf } from '../ledger/bank-accounts';
import { LedgerService } from '../ledger/ledger.service';
import { rateIn, RatesService } from '../rates/rates.service';
import { ibanOf } from './iban';
import { openRecall, recalledSince } from './open-recalls';
import { OwnAccountsService } from './own-accounts.service';
import { ReopenedAccounts } from './reopened-accounts.service';

const insertAccount = `
  INSERT INTO accounts (user_id, kind, currency, account_type, created_at) VALUES (?, 'customer', ?, 'current', ?)`;
const selectAccount = 'SELECT id FROM accounts WHERE user_id = ? AND currency = ?';
const closed = 'SELECT 1 FROM accounts WHERE id = ? AND closed_at IS NOT NULL';
/** A payment that has not ended: its money may come back to the account. */
const underWay = `SELECT 1 FROM payments WHERE account_id = ? AND status = 'pending' LIMIT 1`;
/** A claim about one of its entries that may still bring money back, in its case or by the card network. */
const claimed = `
  SELECT 1 FROM disputes d JOIN cases c ON c.id = d.case_id LEFT JOIN payments p ON p.id = d.payment_id
    LEFT JOIN entries e ON d.payment_id IS NULL AND e.id = d.transaction_id DIV 2
  WHERE d.user_id = ? AND COALESCE(p.account_id, e.account_id) = ?
    AND (c.state <> 'decided' OR d.state IN ('asked', 'granted')) LIMIT 1`;
const recalled = `SELECT 1 FROM payments p WHERE p.account_id = ? AND ${openRecall} LIMIT 1`;

/** Accounts in other currencies than the euro, which customers open and close by themselves. */
@Injectable()
export class AccountOpeningsService {
  constructor(
    private readonly accounts: OwnAccountsService,
    private readonly ledger: LedgerService,
    private readonly rates: RatesService,
    private readonly idempotency: Idempotency,
    private readonly reopened: ReopenedAccounts,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /**
   * Opens the caller's account in a currency: empty, without overdraft. One that was closed opens again, with its number
   * and its history, and gets the money that came back to it meanwhile.
   * @throws ApiException ACCOUNT_EXISTS when there is an open one; RATE_MISSING in a currency without a rate of the day, which is
   * not offered (the bank and the world, section 2).
   */
  async open(context: RequestContext, currency: Currency): Promise<Account> {
    return this.idempotency.once(context.idempotency, async (tx) => {
      const { userId } = context.actor;
      const id = await this.openIn(tx, userId, currency);
      await this.log(tx, context, 'account.opened', currency);
      return this.accounts.oneIn(tx, userId, id);
    });
  }

  /** As `open`, in the caller's transaction and without a line in the activity log; returns the id. */
  async openIn(tx: Transaction, userId: number, currency: Currency): Promise<number> {
    const known = await tx.row(idRow, selectAccount, [userId, currency]);
    // Together, as money that comes back locks them.
    if (known) await this.ledger.lock(tx, [suspenseOf(currency), known.id]);
    if (known && !(await tx.exists(closed, [known.id]))) throw new ApiException('ACCOUNT_EXISTS');
    if (rateIn(await this.rates.current(tx), currency) === undefined) throw new ApiException('RATE_MISSING');
    if (known) {
      await tx.write('UPDATE accounts SET closed_at = NULL WHERE id = ?', [known.id]);
      await this.reopened.notify(tx, { id: known.id, userId, currency });
      return known.id;
    }
    try {
      const { insertId: id } = await tx.write(insertAccount, [userId, currency, this.clock.now()]);
      await tx.write('UPDATE accounts SET iban = ? WHERE id = ?', [ibanOf(id), id]);
      return id;
    } catch (error) {
      // Opened by another call at the same time.
      throw isDuplicateOf(error, 'accounts_user') ? new ApiException('ACCOUNT_EXISTS') : error;
    }
  }

  /**
   * Closes one of the caller's accounts; closing a closed one changes nothing.
   * @throws ApiException NOT_FOUND, also for another user's account; ACCOUNT_NEEDED for the account in euros;
   * ACCOUNT_NOT_EMPTY when it has a balance or holds, a payment from it has not ended, or a claim or a recall may bring money back.
   */
  async close(context: RequestContext, id: number): Promise<void> {
    const { userId } = context.actor;
    const { currency } = await this.accounts.one(userId, id);
    if (currency === homeCurrency) throw new ApiException('ACCOUNT_NEEDED');
    await this.idempotency.once(context.idempotency, async (tx) => {
      await lockUser(tx, userId);
      const account = (await this.ledger.lock(tx, [id])).get(id);
      if (await tx.exists(closed, [id])) return null;
      if (account?.balance !== 0n || account.held !== 0n) throw new ApiException('ACCOUNT_NOT_EMPTY');
      if (await this.isUnderWay(tx, userId, id)) throw new ApiException('ACCOUNT_NOT_EMPTY');
      const sql = 'UPDATE accounts SET closed_at = ? WHERE id = ? AND closed_at IS NULL';
      const { affectedRows } = await tx.write(sql, [this.clock.now(), id]);
      if (affectedRows === 1) await this.log(tx, context, 'account.closed', currency);
      return null;
    });
  }

  private async isUnderWay(tx: Transaction, userId: number, id: number): Promise<boolean> {
    return (
      (await tx.exists(underWay, [id])) ||
      (await tx.exists(claimed, [userId, id])) ||
      (await tx.exists(recalled, [id, recalledSince(this.clock.now())]))
    );
  }

  private log(
    tx: Transaction,
    { actor, requestId }: RequestContext,
    action: 'account.opened' | 'account.closed',
    currency: string,
  ): Promise<void> {
    const values = { currency };
    return this.audit.record(tx, { action, type: 'info', values, userId: actor.userId, requestId });
  }
}

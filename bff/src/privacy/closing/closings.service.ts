import { Injectable } from '@nestjs/common';
import type { Closing, ClosingObstacle, ClosingOutlook, ClosingRequest } from '@bank/contracts/closings';
import { homeCurrency } from '@bank/contracts/currencies';
import { toDecimal } from '@bank/contracts/money';
import { rule } from '@bank/contracts/validation';
import { recalledSince } from '../../money/accounts/open-recalls';
import { LedgerService } from '../../money/ledger/ledger.service';
import { AuditService } from '../../platform/audit/audit.service';
import { idRow } from '../../platform/database/columns';
import { type Connection, Database, type Transaction } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';
import { Idempotency } from '../../platform/http/idempotency.service';
import { lockUser } from '../../people/users/lock-user';
import { authorOf, type RequestContext } from '../../platform/http/request-context';
import { Clock } from '../../platform/time/clock.service';
import { PaymentRail } from '../../ports/payment-rail/payment-rail';
import { retentionLines } from '../retention/retention';
import { ClosingStepsService } from './closing-steps.service';
import * as sql from './closings.sql';

/** An open account as it is now. */
type Balance = ReturnType<typeof sql.balanceRow.parse>;

/** Customers who end their relation with the bank. */
@Injectable()
export class ClosingsService {
  constructor(
    private readonly database: Database,
    private readonly ledger: LedgerService,
    private readonly rail: PaymentRail,
    private readonly steps: ClosingStepsService,
    private readonly idempotency: Idempotency,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /** The effects of closing the caller's relation, and the present obstacles. */
  async outlook({ actor, language }: RequestContext): Promise<ClosingOutlook> {
    const { userId } = actor;
    const newest = await this.database.row(sql.closingRow, sql.newestClosing, [userId]);
    const accounts = await this.database.rows(sql.balanceRow, sql.balances, [userId]);
    const { obstacles, holder } = await this.judge(this.database, userId, accounts);
    return {
      closing: newest ?? null,
      obstacles: newest?.state === 'paying' ? whilePaying(obstacles) : obstacles,
      currencies: foreign(accounts).map(({ currency }) => currency),
      balance: toDecimal(home(accounts)?.balance ?? 0n),
      holder,
      kept: retentionLines(language),
    };
  }

  /**
   * Closes the caller's relation: at once without a balance, otherwise once the balance was paid out.
   * @throws ApiException CLOSING_UNDER_WAY, CLOSING_BLOCKED, INVALID_FIELDS for a balance without an IBAN, and what the
   * payment's order throws.
   */
  request(context: RequestContext, { iban }: ClosingRequest): Promise<Closing> {
    return this.idempotency.once(context.idempotency, async (tx) => {
      const { userId } = context.actor;
      await lockUser(tx, userId);
      const ids = (await tx.rows(idRow, sql.ownAccounts, [userId])).map(({ id }) => id);
      const locked = await this.ledger.lock(tx, ids);
      const newest = await tx.row(sql.closingRow, sql.newestClosing, [userId]);
      if (newest?.state === 'paying') throw new ApiException('CLOSING_UNDER_WAY');
      const accounts = [...locked.values()];
      const { obstacles } = await this.judge(tx, userId, accounts);
      if (obstacles.length > 0) throw new ApiException('CLOSING_BLOCKED');
      const account = locked.get(home(accounts)?.id ?? 0);
      if (!account) throw new ApiException('NOT_FOUND');
      if (account.balance > 0n && iban === undefined) {
        throw new ApiException('INVALID_FIELDS', { fields: { iban: rule('REQUIRED') } });
      }
      const id = await this.begin(tx, context, {
        iban: account.balance > 0n ? iban : undefined,
        overdraft: account.overdraftLimit,
      });
      return tx.one(sql.closingRow, sql.oneClosing, [id]);
    });
  }

  private async begin(
    tx: Transaction,
    context: RequestContext,
    { iban, overdraft }: { iban: string | undefined; overdraft: bigint },
  ): Promise<number> {
    const { actor, language, requestId } = context;
    const now = this.clock.now();
    const values = [actor.userId, iban ?? null, overdraft, language, requestId, now, now];
    const { insertId: id } = await tx.write(sql.insertClosing, values);
    await this.audit.record(tx, {
      action: 'relation.closing',
      type: 'warning',
      values: { id },
      ...authorOf(context),
    });
    // Nothing more may leave the account than what is paid out.
    await tx.write(sql.setOverdraft, [0n, actor.userId]);
    await this.steps.advance(tx, await tx.one(sql.dueRow, sql.lockOne, [id]));
    return id;
  }

  /** The obstacles to closing, over balances that the caller has read. */
  private async judge(
    connection: Connection,
    userId: number,
    accounts: Pick<Balance, 'currency' | 'balance' | 'held'>[],
  ): Promise<{ obstacles: ClosingObstacle[]; holder: string }> {
    const facts = await connection.found(sql.factsRow, sql.factsOf, [
      recalledSince(this.clock.now()),
      userId,
    ]);
    const balance = home(accounts)?.balance ?? 0n;
    const found: Record<ClosingObstacle, boolean> = {
      money_under_way: facts.money_under_way,
      direct_debits: facts.direct_debits,
      reserved: accounts.some(({ held }) => held !== 0n),
      overdrawn: accounts.some((account) => account.balance < 0n),
      owed: facts.owed,
      claims: facts.claims,
      recalls: facts.recalls,
      currencies: foreign(accounts).length > 0,
      no_payments: balance > 0n && !this.rail.isConfigured,
      staff: facts.role !== 'user',
    };
    const obstacles = (Object.keys(found) as ClosingObstacle[]).filter((name) => found[name]);
    return { obstacles, holder: facts.holder };
  }
}

/** Beside a claim or a recall of meanwhile, which may outlast the payment: whether that is still under way. */
const whilePaying = (obstacles: ClosingObstacle[]) =>
  obstacles.includes('claims') || obstacles.includes('recalls')
    ? obstacles.filter((each) => each === 'claims' || each === 'recalls' || each === 'money_under_way')
    : [];

const home = <Account extends { currency: string }>(accounts: Account[]) =>
  accounts.find(({ currency }) => currency === homeCurrency);

const foreign = <Account extends { currency: string; balance: bigint }>(accounts: Account[]) =>
  accounts.filter(({ currency, balance }) => currency !== homeCurrency && balance > 0n);

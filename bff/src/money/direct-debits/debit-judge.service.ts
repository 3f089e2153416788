import { Injectable } from '@nestjs/common';
import { creditorKey } from '@bank/contracts/creditor-identifier';
import { addDays } from '@bank/contracts/days';
import { shieldDays } from '@bank/contracts/direct-debits';
import { minor, rowOf, whole } from '../../platform/database/columns';
import type { Transaction } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';
import { Clock } from '../../platform/time/clock.service';
import { parisDay } from '../../platform/time/paris-day';
import { bankAccounts } from '../ledger/bank-accounts';
import { LedgerService } from '../ledger/ledger.service';
import type { LockedAccount } from '../ledger/movement';
import { keepWithinLimits, outgoingToday, outgoingTotals } from '../ledger/outgoing-limits';
import { debitReasons, unavailable } from './collection-rules';
import type { AcceptedDebit } from './direct-debit.sql';
import { PayersService } from './payers.service';

const lockMandates = 'SELECT id, status = ? AS blocked FROM mandates WHERE id IN (?) ORDER BY id FOR UPDATE';
const mandateRow = rowOf({ id: whole, blocked: whole });
const sameLately = `
  SELECT DISTINCT mandate_id AS mandateId, amount FROM direct_debits
  WHERE mandate_id IN (?) AND settled_on >= ? AND status IN ('booked', 'held')`;
const sameRow = rowOf({ mandateId: whole, amount: minor });

/** Whether a collection is booked, held for the customer's answer, or refused with a code. */
export type Judgement = { debit: AcceptedDebit } & (
  | { verdict: 'book' | 'hold' }
  | { verdict: 'refuse'; code: string }
);

interface Judged {
  /** The accounts of all collections and of the bank, locked. */
  locked: Map<number, LockedAccount>;
  judgements: Judgement[];
}

/** The remaining funds of accounts while collections of one transaction are judged. */
interface Funds {
  left: Map<number, bigint>;
  taken: Map<number, bigint>;
}

/**
 * Judges collections on their day, by the state of account, mandate and rules at that moment. Lock order: collections,
 * mandates, accounts, each in the order of their ids.
 */
@Injectable()
export class DebitJudgeService {
  constructor(
    private readonly payers: PayersService,
    private readonly ledger: LedgerService,
    private readonly clock: Clock,
  ) {}

  /** Judges locked collections, in their order. @param shield whether a repeated one is held. */
  async judge(tx: Transaction, debits: AcceptedDebit[], { shield }: { shield: boolean }): Promise<Judged> {
    const blocked = await this.blockedMandates(tx, debits);
    const accounts = debits.map(({ accountId }) => accountId);
    const creditors = debits.map(({ creditorId }) => creditorKey(creditorId));
    const seen = shield ? await this.seenLately(tx, debits) : new Set<string>();
    const { settlement, suspense } = bankAccounts;
    const locked = await this.ledger.lock(tx, [settlement, suspense, ...accounts]);
    // Read behind the locks: the end of a relation, which locks the accounts too, may have come between.
    const payers = await this.payers.byAccount(tx, accounts, creditors);
    const left = new Map([...locked].map(([id, { balance, held }]) => [id, balance - held]));
    const funds: Funds = { left, taken: new Map() };
    const judgements: Judgement[] = [];
    for (const debit of debits) {
      const payer = payers.get(debit.accountId);
      const code =
        unavailable(payer) ??
        (blocked.has(debit.mandateId) || !payer?.allows(creditorKey(debit.creditorId))
          ? debitReasons.rules
          : undefined);
      if (code !== undefined) judgements.push({ debit, verdict: 'refuse', code });
      else if (seen.has(sameKey(debit))) judgements.push({ debit, verdict: 'hold' });
      else judgements.push(await this.judgeFunds(tx, debit, { locked, funds }));
      if (shield && judgements.at(-1)?.verdict === 'book') seen.add(sameKey(debit));
    }
    return { locked, judgements };
  }

  private async judgeFunds(
    tx: Transaction,
    debit: AcceptedDebit,
    { locked, funds }: { locked: Judged['locked']; funds: Funds },
  ): Promise<Judgement> {
    const { accountId, amount } = debit;
    const account = locked.get(accountId);
    const left = (funds.left.get(accountId) ?? 0n) - amount;
    if (!account || left < -account.overdraftLimit)
      return { debit, verdict: 'refuse', code: debitReasons.funds };
    const taken = funds.taken.get(accountId) ?? 0n;
    if (account.isLimited && !(await this.isWithinLevel(tx, account, amount, taken)))
      return { debit, verdict: 'refuse', code: debitReasons.level };
    funds.left.set(accountId, left);
    funds.taken.set(accountId, taken + amount);
    return { debit, verdict: 'book' };
  }

  /** @param taken by collections that are judged before it in the same transaction. */
  private async isWithinLevel(
    tx: Transaction,
    account: LockedAccount,
    amount: bigint,
    taken: bigint,
  ): Promise<boolean> {
    const totals = await tx.one(outgoingTotals, ...outgoingToday(account.id, this.clock.now()));
    const now = { ...account, balance: account.balance - taken };
    try {
      keepWithinLimits(now, { ...totals, spent: totals.spent + taken }, { kind: 'debit', amount });
      return true;
    } catch (error) {
      if (error instanceof ApiException) return false;
      throw error;
    }
  }

  private async blockedMandates(tx: Transaction, debits: AcceptedDebit[]): Promise<Set<number>> {
    const ids = [...new Set(debits.map(({ mandateId }) => mandateId))];
    const mandates = await tx.rows(mandateRow, lockMandates, ['blocked', ids]);
    return new Set(mandates.filter(({ blocked }) => blocked === 1).map(({ id }) => id));
  }

  /** The mandates and amounts that were settled within the days of the shield, as `sameKey`. */
  private async seenLately(tx: Transaction, debits: AcceptedDebit[]): Promise<Set<string>> {
    const since = addDays(parisDay(this.clock.now()), -shieldDays);
    const rows = await tx.rows(sameRow, sameLately, [debits.map(({ mandateId }) => mandateId), since]);
    return new Set(rows.map(sameKey));
  }
}

const sameKey = ({ mandateId, amount }: { mandateId: number; amount: bigint }) => `${mandateId} ${amount}`;

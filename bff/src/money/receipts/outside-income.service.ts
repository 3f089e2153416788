import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { type Currency, foreignCurrencies, homeCurrency } from '@bank/contracts/currencies';
import { converted } from '@bank/contracts/exchange-amounts';
import { rateOfEuro } from '@bank/contracts/rates';
import { rowOf, text, whole } from '../../platform/database/columns';
import type { Query, Transaction } from '../../platform/database/database';
import { Clock } from '../../platform/time/clock.service';
import type { LockedAccount } from '../ledger/movement';
import {
  type OutsideIncome,
  outsideIncome,
  outsideIncomeOf,
  type StoredCredits,
} from '../ledger/outside-credits';
import { rateIn, RatesService, type RateTable } from '../rates/rates.service';

/** A closed account too: what came in was exchanged before. */
const inOtherCurrencies = `
  SELECT user_id AS userId, currency, outside_credits AS \`stored\` FROM accounts
  WHERE user_id IN (?) AND currency <> '${homeCurrency}' AND outside_credits IS NOT NULL`;
const creditsRow = rowOf({ userId: whole, currency: z.enum(foreignCurrencies), stored: text });
const creditsRows = creditsRow.array();

/** What other banks sent to an account in another currency than euros. */
export type CreditsInCurrency = z.output<typeof creditsRow>;

/** What other banks sent to a person lately, for the rules about money that is passed on. */
@Injectable()
export class OutsideIncomeService {
  private readonly tables = new WeakMap<Transaction, RateTable>();

  constructor(
    private readonly rates: RatesService,
    private readonly clock: Clock,
  ) {}

  /** As `of`, with its query. */
  async ofOne(tx: Transaction, userId: number, home: LockedAccount | undefined): Promise<OutsideIncome> {
    const [others] = await tx.together([this.query([userId])]);
    return this.of(tx, home, others);
  }

  /** The query of what people got in other currencies than euros, for `of`; it belongs after their accounts are locked. */
  query(userIds: number[]): Query<typeof creditsRows> {
    return [inOtherCurrencies, [userIds], creditsRows];
  }

  /**
   * The recent credits to all accounts of a person, in cents: those in other currencies at their last known rates, since an
   * exchange makes euros of them that no other bank sent.
   * @param home the person's account in euros
   * @param others the rows of `query`, which may be those of several people
   */
  async of(
    tx: Transaction,
    home: LockedAccount | undefined,
    others: readonly CreditsInCurrency[],
  ): Promise<OutsideIncome> {
    const now = this.clock.now();
    const accounts: StoredCredits[] = [{ stored: home?.outsideCredits ?? null }];
    for (const { userId, currency, stored } of others) {
      // An account keeps its last credits until others come: no rate is needed for what is long past.
      if (userId !== home?.userId || outsideIncome(stored, now).day === 0n) continue;
      const from = await this.rateOf(tx, currency);
      if (from === undefined) continue;
      const rates = { from, to: rateOfEuro };
      accounts.push({
        stored,
        worth: (minor) => converted(minor, { from: currency, to: homeCurrency, rates }),
      });
    }
    return outsideIncomeOf(accounts, now);
  }

  /** Read once for a transaction, which may be about many people, as far as one table has them. */
  private async rateOf(tx: Transaction, currency: Currency) {
    const read = this.tables.get(tx);
    const known = read && rateIn(read, currency);
    if (known !== undefined) return known;
    const table = await this.rates.lastKnown(currency, tx);
    this.tables.set(tx, table);
    return rateIn(table, currency);
  }
}

import { flag, minor, rowOf, whole } from '../../platform/database/columns';
import type { Database } from '../../platform/database/database';
import { chainCheck, linksBefore, type Violation } from './ledger-checks';

/** Of an entry; the first and the last of its account in a range have links to other ranges. */
const linkRow = rowOf({
  entry: whole,
  account: whole,
  amount: minor,
  balance_after: minor,
  is_first: flag,
  is_last: flag,
  is_wrong: flag,
});
type Link = ReturnType<typeof linkRow.parse>;
const linkBeforeRow = rowOf({ account: whole, balance: minor });

/** The accounts whose last balances are remembered at most: about 200 MB. */
const remembered = 2_000_000;

/** Verifies the chain of each account's entries, range by range. */
export class ChainVerifier {
  private balances = new Map<number, bigint>();
  /** Whether an account that is not remembered has no entry before the range. */
  private isComplete = false;

  constructor(private readonly database: Database) {}

  /** @param ranges of ids that follow one another, each without its start and with its end */
  async verify(ranges: [number, number][]): Promise<Violation[]> {
    const wrong: Link[] = [];
    this.isComplete = ranges[0]?.[0] === 0;
    for (const range of ranges) {
      const links = await this.database.rows(linkRow, chainCheck.sql, chainCheck.values(range));
      await this.lookUp(links, range[0]);
      for (const link of links) {
        const opening = this.balances.get(link.account) ?? 0n;
        const isApart = link.is_first && link.balance_after !== opening + link.amount;
        if (link.is_wrong || isApart) wrong.push(link);
        if (link.is_last) this.balances.set(link.account, link.balance_after);
      }
      this.forget();
    }
    return violationOf(wrong);
  }

  /** Reads what accounts had before a range, where no range before has shown it. */
  private async lookUp(links: Link[], start: number): Promise<void> {
    if (this.isComplete) return;
    const unknown = links.filter(({ is_first, account }) => is_first && !this.balances.has(account));
    if (unknown.length === 0) return;
    const accounts = unknown.map(({ account }) => account);
    const found = await this.database.rows(linkBeforeRow, linksBefore, [accounts, start]);
    for (const { account, balance } of found) this.balances.set(account, balance);
  }

  private forget(): void {
    if (this.balances.size <= remembered) return;
    this.balances = new Map();
    this.isComplete = false;
  }
}

function violationOf(wrong: Link[]): Violation[] {
  const { name, law } = chainCheck;
  const rows = wrong.slice(0, 20).map(({ entry, account, amount, balance_after }) => {
    return { entry, account, amount: String(amount), balance_after: String(balance_after) };
  });
  return rows.length === 0 ? [] : [{ check: name, law, rows }];
}

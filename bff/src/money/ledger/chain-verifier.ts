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

/** The last balances of accounts with lower ids are kept, in 64 MB at most; only the written part takes memory. */
const rememberedIds = 8_000_000;

/** Verifies the chain of each account's entries, range by range. */
export class ChainVerifier {
  constructor(private readonly database: Database) {}

  /** @param ranges of ids that follow one another, each without its start and with its end */
  async verify(ranges: [number, number][]): Promise<Violation[]> {
    const wrong: Link[] = [];
    // By account id; 0 also where none was read. A million BigInts on the heap would make every collection of garbage slow.
    const last = new BigInt64Array(ranges.length === 0 ? 0 : rememberedIds);
    const isWhole = ranges[0]?.[0] === 0;
    const isUnknown = ({ is_first, account }: Link) =>
      is_first && !last[account] && !(isWhole && account < rememberedIds);
    for (const range of ranges) {
      const links = await this.database.rows(linkRow, chainCheck.sql, chainCheck.values(range));
      const before = await this.balancesBefore(range[0], links.filter(isUnknown));
      for (const link of links) {
        const opening = before.get(link.account) ?? last[link.account] ?? 0n;
        const isApart = link.is_first && link.balance_after !== opening + link.amount;
        if (link.is_wrong || isApart) wrong.push(link);
        if (link.is_last) last[link.account] = link.balance_after;
      }
    }
    return violationOf(wrong);
  }

  /** The balances of the links' accounts before a range; an account without an earlier entry is missing. */
  private async balancesBefore(start: number, links: Link[]): Promise<Map<number, bigint>> {
    if (links.length === 0) return new Map();
    const accounts = links.map(({ account }) => account);
    const found = await this.database.rows(linkBeforeRow, linksBefore, [accounts, start]);
    return new Map(found.map(({ account, balance }) => [account, balance]));
  }
}

function violationOf(wrong: Link[]): Violation[] {
  const { name, law } = chainCheck;
  const rows = wrong.slice(0, 20).map(({ entry, account, amount, balance_after }) => {
    return { entry, account, amount: String(amount), balance_after: String(balance_after) };
  });
  return rows.length === 0 ? [] : [{ check: name, law, rows }];
}

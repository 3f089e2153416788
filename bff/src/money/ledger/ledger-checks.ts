/** An invariant of the ledger, and a statement that returns the rows that violate it. */
export interface LedgerCheck {
  name: string;
  /** The rule that every row of the statement violates. */
  law: string;
  sql: string;
}

export interface Violation {
  check: string;
  law: string;
  rows: Record<string, unknown>[];
}

/** An invariant checked over a range of ids, so that no statement reads without bound. */
interface RangeCheck extends LedgerCheck {
  /** The statement's values; a range excludes its start and includes its end. */
  values: (range: [start: number, end: number]) => number[];
}

/**
 * Entries of one account are written under its lock, so their ids follow its chain; checking each link against the
 * one before proves by induction that `balance_after` is the running sum. Of each account the statement returns the first
 * and the last entry of a range, whose links to other ranges the verifier checks, and every wrong link.
 */
export const chainCheck: RangeCheck = {
  name: 'balance_after_chain',
  law: 'balance_after of every entry is that of the entry before it plus its amount',
  sql: `
    SELECT entry, account, amount, balance_after, previous IS NULL AS is_first, next IS NULL AS is_last,
      COALESCE(balance_after <> amount + previous, 0) AS is_wrong
    FROM (
      SELECT id AS entry, account_id AS account, amount, balance_after,
        LAG(balance_after) OVER chain AS previous, LEAD(id) OVER chain AS next
      FROM entries WHERE id > ? AND id <= ? WINDOW chain AS (PARTITION BY account_id ORDER BY id)) links
    WHERE previous IS NULL OR next IS NULL OR balance_after <> amount + previous ORDER BY entry`,
  values: (range) => range,
};

/** The balances of accounts after their newest entries up to an id. */
export const linksBefore = `
  SELECT e.account_id AS account, e.balance_after AS balance FROM entries e JOIN (
    SELECT MAX(id) AS id FROM entries FORCE INDEX (entries_account)
    WHERE account_id IN (?) AND id <= ? GROUP BY account_id) newest USING (id)`;

/**
 * Most transfers are of one currency, and are summed in the order of their ids without sorting; the others are summed again
 * by their currencies.
 */
export const transfersCheck: RangeCheck = {
  name: 'transfers_sum_to_zero',
  law: 'every transfer has entries that sum to zero in each currency',
  sql: `
    SELECT t.id AS transfer, a.currency, COALESCE(SUM(e.amount), 0) AS sum FROM (
      SELECT t.id FROM transfers t
        LEFT JOIN entries e ON e.transfer_id = t.id LEFT JOIN accounts a ON a.id = e.account_id
      WHERE t.id > ? AND t.id <= ? GROUP BY t.id
      HAVING COUNT(e.id) < 2 OR SUM(e.amount) <> 0 OR MIN(a.currency) <> MAX(a.currency)) t
      LEFT JOIN entries e ON e.transfer_id = t.id LEFT JOIN accounts a ON a.id = e.account_id
    GROUP BY t.id, a.currency HAVING COUNT(e.id) < 2 OR SUM(e.amount) <> 0 ORDER BY t.id LIMIT 20`,
  values: (range) => range,
};

/**
 * Invariants on the current state, checked over a range of ids. Each statement compares figures of one account or one
 * hold, so that concurrent movements cannot make them differ.
 */
export const stateChecks: Record<'accounts' | 'holds', RangeCheck[]> = {
  accounts: [
    {
      name: 'balances_equal_entries',
      law: 'the balance of every account is that of its newest entry',
      sql: `
        SELECT a.id AS account, a.balance, COALESCE(e.balance_after, 0) AS entries FROM accounts a
        LEFT JOIN (
          SELECT account_id, MAX(id) AS id FROM entries WHERE account_id > ? AND account_id <= ? GROUP BY account_id
        ) newest ON newest.account_id = a.id
        LEFT JOIN entries e ON e.id = newest.id
        WHERE a.id > ? AND a.id <= ? AND a.balance <> COALESCE(e.balance_after, 0) ORDER BY a.id LIMIT 20`,
      values: (range) => [...range, ...range],
    },
    {
      name: 'floors',
      law: 'no customer account is below its overdraft, what is held counted as spent',
      sql: `
        SELECT id AS account, balance, held, overdraft_limit FROM accounts
        WHERE id > ? AND id <= ? AND kind = 'customer' AND balance - held < -overdraft_limit ORDER BY id LIMIT 20`,
      values: (range) => range,
    },
    {
      name: 'holds_equal_held',
      law: 'what is held of every account is the sum of its open holds',
      sql: `
        SELECT a.id AS account, a.held, COALESCE(h.sum, 0) AS holds FROM accounts a
        LEFT JOIN (
          SELECT account_id, SUM(amount) AS sum FROM holds
          WHERE state = 'held' AND account_id > ? AND account_id <= ? GROUP BY account_id) h ON h.account_id = a.id
        WHERE a.id > ? AND a.id <= ? AND a.held <> COALESCE(h.sum, 0) ORDER BY a.id LIMIT 20`,
      values: (range) => [...range, ...range],
    },
  ],
  holds: [
    {
      name: 'holds_follow_payments',
      law: 'a hold is open until its payment is booked, then posted; given back when it never is',
      sql: `
        SELECT h.id AS hold, h.state, p.id AS payment, p.status FROM holds h JOIN payments p ON p.id = h.payment_id
        WHERE h.id > ? AND h.id <= ? AND ((h.state = 'held') <> (p.stage IN ('awaiting_approval', 'scheduled', 'queued'))
          OR (h.state = 'posted') <> (p.transfer_id IS NOT NULL)
          OR h.amount <> p.amount + p.fee OR h.account_id <> p.account_id) ORDER BY h.id LIMIT 20`,
      values: (range) => range,
    },
    {
      name: 'holds_follow_purchases',
      law: 'a hold of a card is open while its purchase is, at most what was approved, and of the same account',
      sql: `
        SELECT h.id AS hold, h.state, p.id AS purchase, p.state AS purchase_state FROM holds h
        JOIN card_purchases p ON p.id = h.card_purchase_id
        WHERE h.id > ? AND h.id <= ? AND ((h.state = 'held') <> (p.state = 'held')
          OR h.amount > p.reserved OR h.account_id <> p.account_id) ORDER BY h.id LIMIT 20`,
      values: (range) => range,
    },
  ],
};

/** Its partial sums must be read from one snapshot of the database. */
export const zeroSumCheck: LedgerCheck = {
  name: 'zero_sum',
  law: 'the sum over all accounts of a currency is zero',
  sql: 'SELECT currency, SUM(balance) AS sum FROM accounts WHERE id > ? AND id <= ? GROUP BY currency',
};

/** Compares each snapshot with the sum of all entries before its end, for a range of accounts. */
export const snapshotCheck: LedgerCheck = {
  name: 'snapshots_equal_recompute',
  law: 'the balance of every snapshot is the sum of all entries before its end',
  sql: `
    SELECT account, day, balance, recomputed FROM (
      SELECT account, day, balance, COALESCE(SUM(amount) OVER (
        PARTITION BY account ORDER BY at, is_entry ROWS UNBOUNDED PRECEDING), 0) AS recomputed
      FROM (
        SELECT account_id AS account, created_at AS at, 1 AS is_entry, amount, NULL AS day, NULL AS balance
        FROM entries WHERE account_id > ? AND account_id <= ?
        UNION ALL
        SELECT account_id, ends_at, 0, 0, day, balance
        FROM balance_snapshots WHERE account_id > ? AND account_id <= ?
      ) mixed
    ) summed WHERE day IS NOT NULL AND balance <> recomputed ORDER BY account, day LIMIT 20`,
};

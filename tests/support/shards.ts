import mysql, { type Connection, type RowDataPacket } from 'mysql2/promise';

/**
 * Two shards of a ledger that one customer's money crosses, as bff/operations/ten-million-customers.md proposes: a simulation,
 * no part of the product. Amounts are cents.
 *
 * 1. The sender's shard moves the money to its `transit` account and stores a message, in one transaction.
 * 2. The message is delivered, perhaps several times. The recipient's shard stores it under its unique id and moves the money
 *    from its own `transit` account to the recipient, or stores that it cannot, in one transaction.
 * 3. The acknowledgement ends the message; that of a refusal returns the money, in one transaction.
 */

/** Where a process can die: between the statements of a transaction, before and after each commit. */
export const deaths = [
  'debit: begun',
  'debit: moved',
  'debit: committed',
  'credit: begun',
  'credit: stored',
  'credit: moved',
  'credit: committed',
  'end: begun',
  'end: returned',
  'end: committed',
] as const;
export type Death = (typeof deaths)[number];

/** The process died; what it had not committed is gone. */
export class Killed extends Error {}

export interface Order {
  id: string;
  from: number;
  to: number;
  cents: number;
}

/** The account of a shard that holds what is under way; its number. */
const transit = 0;

const tables = [
  'CREATE TABLE accounts (id INT PRIMARY KEY, balance BIGINT NOT NULL)',
  `CREATE TABLE outbox (id VARCHAR(40) PRIMARY KEY, sender INT NOT NULL, recipient INT NOT NULL, cents BIGINT NOT NULL,
     outcome VARCHAR(10) NULL)`,
  'CREATE TABLE inbox (id VARCHAR(40) PRIMARY KEY, cents BIGINT NOT NULL, outcome VARCHAR(10) NOT NULL)',
];

export class Shard {
  private connection: Connection | undefined;
  /** Where the next process dies. */
  death: Death | undefined;

  constructor(private readonly url: string) {}

  async create(accounts: Map<number, number>): Promise<void> {
    for (const table of tables) await this.query(table);
    for (const [id, balance] of [[transit, 0] as const, ...accounts])
      await this.query('INSERT INTO accounts VALUES (?, ?)', [id, balance]);
  }

  async clear(accounts: Map<number, number>): Promise<void> {
    for (const table of ['outbox', 'inbox', 'accounts']) await this.query(`DELETE FROM ${table}`);
    for (const [id, balance] of [[transit, 0] as const, ...accounts])
      await this.query('INSERT INTO accounts VALUES (?, ?)', [id, balance]);
  }

  /** Takes the money and stores the message, once per id. Returns false without enough money. */
  async debit({ id, from, to, cents }: Order): Promise<boolean> {
    return this.transaction('debit', async (reached) => {
      const known = await this.query('SELECT 1 FROM outbox WHERE id = ? FOR UPDATE', [id]);
      if (known.length > 0) return true;
      const [account] = await this.query('SELECT balance FROM accounts WHERE id = ? FOR UPDATE', [from]);
      if (Number(account?.balance) < cents) return false;
      await this.move(from, transit, cents);
      reached('moved');
      await this.query('INSERT INTO outbox VALUES (?, ?, ?, ?, NULL)', [id, from, to, cents]);
      return true;
    });
  }

  /** Books a delivered message once per id, and answers the same however often it comes. */
  async credit({ id, to, cents }: Order): Promise<string> {
    return this.transaction('credit', async (reached) => {
      const [known] = await this.query('SELECT outcome FROM inbox WHERE id = ? FOR UPDATE', [id]);
      if (known) return String(known.outcome);
      const [account] = await this.query('SELECT id FROM accounts WHERE id = ? FOR UPDATE', [to]);
      const outcome = account ? 'booked' : 'refused';
      await this.query('INSERT INTO inbox VALUES (?, ?, ?)', [id, cents, outcome]);
      reached('stored');
      if (account) await this.move(transit, to, cents);
      reached('moved');
      return outcome;
    });
  }

  /** Ends a message by its acknowledgement, once; a refusal returns the money. */
  async end({ id, from, cents }: Order, outcome: string): Promise<void> {
    await this.transaction('end', async (reached) => {
      const [message] = await this.query('SELECT outcome FROM outbox WHERE id = ? FOR UPDATE', [id]);
      if (!message || message.outcome !== null) return;
      if (outcome === 'refused') await this.move(transit, from, cents);
      reached('returned');
      await this.query('UPDATE outbox SET outcome = ? WHERE id = ?', [outcome, id]);
    });
  }

  /** The messages without an acknowledgement. */
  async open(): Promise<Order[]> {
    const rows = await this.query('SELECT * FROM outbox WHERE outcome IS NULL ORDER BY id');
    return rows.map((row) => ({
      id: String(row.id),
      from: Number(row.sender),
      to: Number(row.recipient),
      cents: Number(row.cents),
    }));
  }

  async balances(): Promise<Map<number, number>> {
    const rows = await this.query('SELECT id, balance FROM accounts');
    return new Map(rows.map(({ id, balance }) => [Number(id), Number(balance)]));
  }

  /** The cents that arrived here. */
  async booked(): Promise<number> {
    const [row] = await this.query(
      `SELECT COALESCE(SUM(cents), 0) AS sum FROM inbox WHERE outcome = 'booked'`,
    );
    return Number(row?.sum);
  }

  /** The cents that left from here and did not come back. */
  async left(): Promise<number> {
    const [row] = await this.query(
      `SELECT COALESCE(SUM(cents), 0) AS sum FROM outbox WHERE outcome IS NULL OR outcome = 'booked'`,
    );
    return Number(row?.sum);
  }

  async close(): Promise<void> {
    await this.connection?.end();
    this.connection = undefined;
  }

  private async transaction<T>(
    name: string,
    work: (reached: (step: string) => void) => Promise<T>,
  ): Promise<T> {
    const reached = (step: string) => {
      if (this.death !== `${name}: ${step}`) return;
      this.death = undefined;
      throw new Killed(`${name}: ${step}`);
    };
    await this.query('START TRANSACTION');
    try {
      reached('begun');
      const result = await work(reached);
      await this.query('COMMIT');
      reached('committed');
      return result;
    } catch (error) {
      // A process that dies takes its connection along; the database rolls back what was open.
      this.connection?.destroy();
      this.connection = undefined;
      throw error;
    }
  }

  private async move(from: number, to: number, cents: number): Promise<void> {
    await this.query('UPDATE accounts SET balance = balance - ? WHERE id = ?', [cents, from]);
    await this.query('UPDATE accounts SET balance = balance + ? WHERE id = ?', [cents, to]);
  }

  private async query(sql: string, values: unknown[] = []): Promise<RowDataPacket[]> {
    this.connection ??= await mysql.createConnection({ uri: this.url });
    const [rows] = await this.connection.query<RowDataPacket[]>(sql, values);
    return rows;
  }
}

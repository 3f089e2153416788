import { AccountsService } from '../../bff/src/money/accounts/accounts.service';
import { AuditService } from '../../bff/src/platform/audit/audit.service';
import { RandomSource } from '../../bff/src/platform/security/random-source.service';
import { Clock } from '../../bff/src/platform/time/clock.service';
import { databaseOptions } from '../../bff/src/platform/database/connection-options';
import type { Config } from '../../bff/src/platform/config/config';
import { EventsService } from '../../bff/src/platform/events/events.service';
import { IncidentsService } from '../../bff/src/platform/incidents/incidents.service';
import { stripesOf } from '../../bff/src/money/ledger/bank-accounts';
import { LedgerService } from '../../bff/src/money/ledger/ledger.service';
import type { Movement } from '../../bff/src/money/ledger/movement';
import { UsersService } from '../../bff/src/people/users/users.service';
import { connectTo } from './customers';
import { createDatabase } from './database';
import { Database } from '../../bff/src/platform/database/database';

/** A clock that stops at the time set by the test; the real time until then. */
export class TestClock extends Clock {
  private at: Date | undefined;

  set(at: Date): void {
    this.at = at;
  }

  override now(): Date {
    return this.at ?? new Date();
  }
}

export type TestLedger = Awaited<ReturnType<typeof startLedger>>;

/** The ledger without a server, on a separate database with `count` customers with empty accounts and approved identities. */
export async function startLedger(count: number, clock = new TestClock()) {
  const database = await createDatabase();
  const owner = connectTo(database.migrationUrl);
  const config = {
    databaseUrl: database.url,
    databaseConnections: 10,
    fingerprintKey: Buffer.alloc(32),
  } as Config;
  const pool = await Database.open(await databaseOptions(config));
  const ledger = new LedgerService(
    new AuditService(clock),
    new EventsService(clock),
    new RandomSource(),
    clock,
  );
  const users = new UsersService(pool, clock);
  const accounts = new AccountsService(pool, clock);
  const customers = await pool.transaction(async (tx) => {
    const ids: number[] = [];
    for (let index = 0; index < count; index += 1) {
      const person = { email: `l${index}@example.org`, username: `ledger${index}`, passwordHash: '-' };
      const names = { first_name: 'L', last_name: String(index), language: 'fr' as const };
      const identity = { kyc_status: 'approved' as const };
      const userId = await users.create(tx, { ...person, ...names, ...identity });
      await accounts.open(tx, userId);
      ids.push(await accounts.idOf(tx, userId));
    }
    return ids;
  });
  return {
    databaseUrl: database.url,
    migrationUrl: database.migrationUrl,
    database: pool,
    owner,
    clock,
    ledger,
    incidents: new IncidentsService(pool, new AuditService(clock), new EventsService(clock), clock),
    /** The account of a test's own customer; throws for a wrong index. */
    customer(index: number): number {
      const id = customers[index];
      if (id === undefined) throw new Error('no such customer');
      return id;
    },
    move: (from: number, to: number, amount: bigint) =>
      pool.transaction((tx) => ledger.post(tx, movement(from, to, amount))),
    async balanceOf(id: number): Promise<bigint> {
      const sum = 'SELECT SUM(balance) AS balance FROM accounts WHERE id IN (?)';
      const [row] = await owner.rows(sum, [stripesOf(id)]);
      return BigInt(row?.balance ?? 0);
    },
    async stop() {
      await pool.close();
      await owner.end();
      await database.drop();
    },
  };
}

export const movement = (from: number, to: number, amount: bigint): Movement => ({
  kind: 'transfer',
  description: 'Essai',
  legs: [
    { accountId: from, amount: -amount },
    { accountId: to, amount },
  ],
  createdBy: null,
  requestId: null,
});

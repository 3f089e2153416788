import { DataSource } from 'typeorm';
import { AccountsService } from '../../bff/src/accounts/accounts.service';
import { AuditService } from '../../bff/src/audit/audit.service';
import { Chance } from '../../bff/src/common/chance';
import { Clock } from '../../bff/src/common/clock';
import { databaseOptions } from '../../bff/src/common/database';
import { Idempotency } from '../../bff/src/common/idempotency';
import { inTransaction } from '../../bff/src/common/transaction';
import type { Config } from '../../bff/src/config';
import { EventsService } from '../../bff/src/events/events.service';
import { LedgerService } from '../../bff/src/ledger/ledger.service';
import type { Movement } from '../../bff/src/ledger/movement';
import { NotificationsService } from '../../bff/src/notifications/notifications.service';
import { UsersService } from '../../bff/src/users/users.service';
import { connectTo } from './customers';
import { createDatabase } from './database';

/** A clock that stands still where the test sets it; the true time until then. */
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

/** The ledger without a server, on a database of its own with `count` customers who own nothing. */
export async function startLedger(count: number, clock = new TestClock()) {
  const database = await createDatabase();
  const owner = await connectTo(database.migrationUrl);
  const config = {
    ...{ databaseUrl: database.url, databaseConnections: 10, fingerprintKey: Buffer.alloc(32) },
  } as Config;
  const source = await new DataSource(await databaseOptions(config)).initialize();
  const ledger = new LedgerService(new AuditService(clock), new EventsService(clock), new Chance(), clock);
  const users = new UsersService(source, clock);
  const accounts = new AccountsService(
    source,
    new Idempotency(source, clock, config),
    ledger,
    new NotificationsService(source, new EventsService(clock), clock),
    clock,
  );
  const customers = await inTransaction(source, async (runner) => {
    const ids: number[] = [];
    for (let index = 0; index < count; index += 1) {
      const person = { email: `l${index}@example.org`, username: `ledger${index}`, passwordHash: '-' };
      const names = { first_name: 'L', last_name: String(index), language: 'fr' as const };
      const userId = await users.create(runner, { ...person, ...names });
      await accounts.open(runner, userId);
      ids.push(await accounts.idOf(runner, userId));
    }
    return ids;
  });
  return {
    ...{ source, owner, clock, ledger },
    /** The account of the test's own customer, so that a wrong index fails loudly. */
    customer(index: number): number {
      const id = customers[index];
      if (id === undefined) throw new Error('no such customer');
      return id;
    },
    move: (from: number, to: number, amount: bigint) =>
      inTransaction(source, (runner) => ledger.post(runner, movement(from, to, amount))),
    async balanceOf(id: number): Promise<bigint> {
      const [row] = await owner.rows('SELECT balance FROM accounts WHERE id = ?', [id]);
      return BigInt(row?.balance ?? 0);
    },
    async stop() {
      await source.destroy();
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

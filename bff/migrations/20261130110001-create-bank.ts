import type { MigrationInterface, QueryRunner } from 'typeorm';
import { cardsTables } from './tables/cards';
import { casesTables } from './tables/cases';
import { directDebitsTables } from './tables/direct-debits';
import { firstRows } from './tables/first-rows';
import { identityTables } from './tables/identity';
import { ledgerTables } from './tables/ledger';
import { notificationsTables } from './tables/notifications';
import { partnersTables } from './tables/partners';
import { paymentsTables } from './tables/payments';
import { platformTables } from './tables/platform';
import { railsTables } from './tables/rails';
import { releasesTables } from './tables/releases';
import { rulesTables } from './tables/rules';
import { sessionsTables } from './tables/sessions';
import { supportTables } from './tables/support';
import { triggers } from './tables/triggers';
import { usersTables } from './tables/users';

/** Each table after those that it refers to. */
const tables = [
  ...platformTables,
  ...usersTables,
  ...sessionsTables,
  ...identityTables,
  ...partnersTables,
  ...notificationsTables,
  ...ledgerTables,
  ...cardsTables,
  ...paymentsTables,
  ...directDebitsTables,
  ...railsTables,
  ...supportTables,
  ...casesTables,
  ...rulesTables,
  ...releasesTables,
];

/** The last of the migrations that this one replaces: a database that has it has the same tables. */
const lastReplaced = 'DeliverSecurityFirst20261130100001';

export class CreateBank20261130110001 implements MigrationInterface {
  name = 'CreateBank20261130110001';

  /**
   * Makes the tables of a new bank; those of a bank that was changed step by step until now stay as they are. DDL is
   * not part of a transaction: what an interrupted run has made is kept, and the next run makes the rest.
   * @throws Error for an older bank, which has to be updated by the version that had those steps
   */
  async up(runner: QueryRunner): Promise<void> {
    const done = (await runner.query('SELECT name FROM migrations')) as { name: string }[];
    if (done.some(({ name }) => name === lastReplaced)) return;
    if (done.length > 0) {
      throw new Error(
        `This database lacks ${lastReplaced}: migrate it with the last version before CreateBank first.`,
      );
    }
    for (const statement of [...tables, ...triggers, ...firstRows]) await runner.query(statement);
  }

  /** @throws Error always: it would take a bank away */
  down(): Promise<void> {
    return Promise.reject(new Error('The first migration cannot be reverted: drop the database instead.'));
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Each index begins with the list's filters and ends with its order, so that a query reads only the first rows of each
 * group (a role, state and verification; an action and type; a state).
 */
const indexes = {
  users: {
    users_by_id: 'deleted_at, role, status, kyc_status',
    users_by_last_name: 'deleted_at, role, status, kyc_status, last_name, first_name',
    users_by_first_name: 'deleted_at, role, status, kyc_status, first_name, last_name',
    users_by_email: 'deleted_at, role, status, kyc_status, email',
    users_by_username: 'deleted_at, role, status, kyc_status, username',
    users_by_creation: 'deleted_at, role, status, kyc_status, created_at',
  },
  audit_log: {
    audit_log_action: 'action, type, created_at',
    audit_log_user: 'user_id, action, type, created_at',
  },
  payments: {
    payments_to: 'status, recipient_account, created_at',
    payments_named: 'status, reference',
  },
};

const before = {
  users: {
    users_by_id: 'deleted_at, id',
    users_by_last_name: 'deleted_at, last_name, first_name',
    users_by_first_name: 'deleted_at, first_name, last_name',
    users_by_email: 'deleted_at, email',
    users_by_username: 'deleted_at, username',
    users_by_creation: 'deleted_at, created_at',
    users_time: 'created_at',
  },
  audit_log: {
    audit_log_action: 'action, id',
    audit_log_user: 'user_id, id',
    audit_log_type: 'type, id',
  },
  payments: {
    payments_to: 'recipient_account, created_at, id',
    payments_outcomes: 'created_at, status, amount',
  },
};

export class IndexFilteredLists20261121201001 implements MigrationInterface {
  name = 'IndexFilteredLists20261121201001';

  async up(runner: QueryRunner): Promise<void> {
    await replace(runner, before, indexes);
  }

  async down(runner: QueryRunner): Promise<void> {
    await replace(runner, indexes, before);
  }
}

type Indexes = Record<keyof typeof indexes, Record<string, string>>;

/** One statement for each table, so that each is read only once. */
async function replace(runner: QueryRunner, old: Indexes, made: Indexes): Promise<void> {
  for (const table of ['users', 'audit_log', 'payments'] as const) {
    const changes = [
      ...Object.keys(old[table]).map((name) => `DROP KEY ${name}`),
      ...Object.entries(made[table]).map(([name, columns]) => `ADD KEY ${name} (${columns})`),
    ];
    await runner.query(`ALTER TABLE ${table} ${changes.join(', ')}`);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

const indexes = {
  beneficiaries: ['beneficiaries_to', 'account'],
  kyc_submissions: ['kyc_submissions_address', 'address'],
} as const;

export class IndexLinks20261124130003 implements MigrationInterface {
  name = 'IndexLinks20261124130003';

  /** Other people with the same payee or address, which a case shows. */
  async up(runner: QueryRunner): Promise<void> {
    for (const [table, [index, column]] of Object.entries(indexes))
      await runner.query(`ALTER TABLE ${table} ADD KEY ${index} (${column})`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, [index]] of Object.entries(indexes))
      await runner.query(`ALTER TABLE ${table} DROP KEY ${index}`);
  }
}

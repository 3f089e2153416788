import type { MigrationInterface, QueryRunner } from 'typeorm';

export class StoreLogFacts20261122110001 implements MigrationInterface {
  name = 'StoreLogFacts20261122110001';

  /** New lines store the name of a text and its values as JSON; lines without a text keep their French sentence. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE audit_log
        MODIFY message VARCHAR(500) NOT NULL DEFAULT '',
        ADD text VARCHAR(60) NULL AFTER message,
        ADD params VARCHAR(2000) NULL AFTER text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE audit_log DROP params, DROP text, MODIFY message VARCHAR(500) NOT NULL`);
  }
}

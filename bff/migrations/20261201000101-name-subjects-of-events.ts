import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The customer whom an event for administrators is about, as its data names them, also in those of older servers. Packed events
 * name each their own. DDL is not part of a transaction: the column may be there already, of a run that was killed before it was
 * noted.
 */
export class NameSubjectsOfEvents20261201000101 implements MigrationInterface {
  name = 'NameSubjectsOfEvents20261201000101';

  async up(runner: QueryRunner): Promise<void> {
    if (await runner.hasColumn('events', 'about')) return;
    await runner.query(
      `ALTER TABLE events ADD COLUMN about INT UNSIGNED
         GENERATED ALWAYS AS (IF(type = 'packed', NULL, JSON_VALUE(data, '$.user'))) VIRTUAL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    if (!(await runner.hasColumn('events', 'about'))) return;
    await runner.query('ALTER TABLE events DROP COLUMN about');
  }
}

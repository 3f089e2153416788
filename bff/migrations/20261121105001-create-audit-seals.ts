import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateAuditSeals20261121105001 implements MigrationInterface {
  name = 'CreateAuditSeals20261121105001';

  /** The hash chain: one seal for each log line, in the order of sealing. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE audit_seals (
        position BIGINT UNSIGNED NOT NULL PRIMARY KEY,
        log_id BIGINT UNSIGNED NOT NULL,
        hash BINARY(32) NOT NULL,
        UNIQUE KEY audit_seals_log (log_id)
      ) ENGINE = InnoDB`);
    for (const change of ['UPDATE', 'DELETE']) {
      await runner.query(`
        CREATE TRIGGER audit_seals_refuses_${change.toLowerCase()} BEFORE ${change} ON audit_seals
        FOR EACH ROW SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'audit_seals only grows'`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE audit_seals');
  }
}

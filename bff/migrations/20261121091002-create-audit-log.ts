import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateAuditLog20261121091002 implements MigrationInterface {
  name = 'CreateAuditLog20261121091002';

  /** Append-only: triggers refuse updates and deletions, regardless of the account's rights. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE audit_log (
        id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        created_at DATETIME(3) NOT NULL,
        user_id INT UNSIGNED NULL,
        email VARCHAR(254) NULL,
        action VARCHAR(80) NOT NULL,
        type ENUM('info', 'warning', 'error') NOT NULL,
        message VARCHAR(500) NOT NULL,
        request_id VARCHAR(64) NULL,
        KEY audit_log_time (created_at, id),
        KEY audit_log_user (user_id, id),
        KEY audit_log_type (type, id),
        KEY audit_log_action (action, id)
      ) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci`);
    for (const change of ['UPDATE', 'DELETE']) {
      await runner.query(`
        CREATE TRIGGER audit_log_refuses_${change.toLowerCase()} BEFORE ${change} ON audit_log
        FOR EACH ROW SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'audit_log only grows'`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE audit_log');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

const table = 'ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci';

export class CreateStaffApprovals20261122100001 implements MigrationInterface {
  name = 'CreateStaffApprovals20261122100001';

  /**
   * Requests for a second administrator; changes of roles and credentials by administrators, which decide who may be
   * the second; and balance changes made by one administrator alone. The last two tables are append-only. A temporary
   * password, set by an administrator, is valid until `temporary_password_until`.
   */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE staff_approvals (
        id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        kind ENUM('user_created', 'user_changed', 'limits_changed') NOT NULL,
        subject_id INT UNSIGNED NULL,
        payload TEXT NOT NULL,
        requested_by INT UNSIGNED NOT NULL,
        requested_at DATETIME(3) NOT NULL,
        expires_at DATETIME(3) NOT NULL,
        status ENUM('pending', 'approved', 'refused') NOT NULL DEFAULT 'pending',
        decided_by INT UNSIGNED NULL,
        decided_at DATETIME(3) NULL,
        reason VARCHAR(500) NULL,
        KEY staff_approvals_queue (status, expires_at),
        CONSTRAINT staff_approvals_subject FOREIGN KEY (subject_id) REFERENCES users (id),
        CONSTRAINT staff_approvals_requester FOREIGN KEY (requested_by) REFERENCES users (id),
        CONSTRAINT staff_approvals_decider FOREIGN KEY (decided_by) REFERENCES users (id)
      ) ${table}`);
    await runner.query(`
      CREATE TABLE authority_changes (
        id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        user_id INT UNSIGNED NOT NULL,
        changed_by INT UNSIGNED NOT NULL,
        act ENUM('created', 'promoted', 'reactivated', 'email', 'password', 'password_link') NOT NULL,
        created_at DATETIME(3) NOT NULL,
        KEY authority_changes_of (user_id, created_at),
        KEY authority_changes_between (user_id, changed_by)
      ) ${table}`);
    await runner.query(`
      CREATE TABLE balance_adjustments (
        id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        account_id BIGINT UNSIGNED NOT NULL,
        administrator_id INT UNSIGNED NOT NULL,
        amount BIGINT NOT NULL,
        created_at DATETIME(3) NOT NULL,
        KEY balance_adjustments_to (account_id, created_at),
        KEY balance_adjustments_by (administrator_id, created_at)
      ) ${table}`);
    await runner.query('ALTER TABLE users ADD COLUMN temporary_password_until DATETIME(3) NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users DROP COLUMN temporary_password_until');
    await runner.query('DROP TABLE balance_adjustments');
    await runner.query('DROP TABLE authority_changes');
    await runner.query('DROP TABLE staff_approvals');
  }
}

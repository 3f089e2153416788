import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A write that names the moment itself keeps it. */
const approvedNow = `
  IF NEW.kyc_status = 'approved' AND NOT (OLD.kyc_status = 'approved') AND NEW.identity_approved_at <=> OLD.identity_approved_at THEN
    SET NEW.identity_approved_at = UTC_TIMESTAMP(3);
  END IF;`;
/** What was proved of an address or number is not proved of another. */
const provedNoMore = `
  IF BINARY NEW.email <> BINARY OLD.email AND NEW.email_verified_at <=> OLD.email_verified_at THEN
    SET NEW.email_verified_at = NULL;
  END IF;
  IF NOT (BINARY NEW.phone <=> BINARY OLD.phone) AND NEW.phone_verified_at <=> OLD.phone_verified_at THEN
    SET NEW.phone_verified_at = NULL;
  END IF;`;

export class LimitUnverified20261123110001 implements MigrationInterface {
  name = 'LimitUnverified20261123110001';

  /**
   * When an identity was approved last; what an account took in since then while its owner was not verified; which top-ups
   * count in that; which customers were reminded that an approval ends. Triggers follow every write of a user.
   */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE users ADD COLUMN identity_approved_at DATETIME(3) NULL,
        ADD KEY users_identity_approved (identity_approved_at, id)`);
    await runner.query(`
      UPDATE users u SET u.identity_approved_at = COALESCE((
        SELECT MAX(s.reviewed_at) FROM kyc_submissions s WHERE s.user_id = u.id AND s.status = 'approved'),
        UTC_TIMESTAMP(3))
      WHERE u.kyc_status = 'approved'`);
    await runner.query(`
      CREATE TRIGGER users_identity_approved_set BEFORE INSERT ON users FOR EACH ROW
        SET NEW.identity_approved_at = IF(NEW.kyc_status = 'approved',
          COALESCE(NEW.identity_approved_at, UTC_TIMESTAMP(3)), NEW.identity_approved_at)`);
    await runner.query(`
      CREATE TRIGGER users_verified_changed BEFORE UPDATE ON users FOR EACH ROW BEGIN ${approvedNow} ${provedNoMore} END`);
    await runner.query(`
      ALTER TABLE accounts ADD COLUMN taken_in BIGINT NOT NULL DEFAULT 0, ADD COLUMN taken_in_since DATETIME(3) NULL`);
    await runner.query('ALTER TABLE top_ups ADD COLUMN counted TINYINT(1) NOT NULL DEFAULT 0');
    await runner.query(`
      CREATE TABLE identity_reminders (
        user_id INT UNSIGNED NOT NULL,
        approved_at DATETIME(3) NOT NULL,
        days_left SMALLINT UNSIGNED NOT NULL,
        PRIMARY KEY (user_id, approved_at, days_left),
        CONSTRAINT identity_reminders_user FOREIGN KEY (user_id) REFERENCES users (id)
      ) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE identity_reminders');
    await runner.query('ALTER TABLE top_ups DROP COLUMN counted');
    await runner.query('ALTER TABLE accounts DROP COLUMN taken_in, DROP COLUMN taken_in_since');
    await runner.query('DROP TRIGGER users_verified_changed');
    await runner.query('DROP TRIGGER users_identity_approved_set');
    await runner.query(
      'ALTER TABLE users DROP KEY users_identity_approved, DROP COLUMN identity_approved_at',
    );
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A refusal lasts until an approval; another submission does not end it. */
const followed = (otherwise: string) => `
  SET NEW.identity_refused = CASE NEW.kyc_status WHEN 'rejected' THEN 1 WHEN 'approved' THEN 0 ELSE ${otherwise} END`;

export class AddIdentityRefused20261122100501 implements MigrationInterface {
  name = 'AddIdentityRefused20261122100501';

  /** Whether the last identity decision was a refusal; triggers update it with every change of the state. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users ADD COLUMN identity_refused TINYINT(1) NOT NULL DEFAULT 0');
    await runner.query(`
      UPDATE users u SET u.identity_refused = 1
      WHERE u.kyc_status = 'rejected' OR (u.kyc_status = 'pending' AND 'rejected' = (
        SELECT s.status FROM kyc_submissions s
        WHERE s.user_id = u.id AND s.status IN ('approved', 'rejected') ORDER BY s.reviewed_at DESC, s.id DESC LIMIT 1))`);
    await runner.query(
      `CREATE TRIGGER users_identity_set BEFORE INSERT ON users FOR EACH ROW ${followed('0')}`,
    );
    await runner.query(
      `CREATE TRIGGER users_identity_changed BEFORE UPDATE ON users FOR EACH ROW ${followed('OLD.identity_refused')}`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER users_identity_set');
    await runner.query('DROP TRIGGER users_identity_changed');
    await runner.query('ALTER TABLE users DROP COLUMN identity_refused');
  }
}

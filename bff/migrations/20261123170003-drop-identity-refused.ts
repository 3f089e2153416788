import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A refusal lasts until an approval; another submission does not end it. */
const followed = (otherwise: string) => `
  SET NEW.identity_refused = CASE NEW.kyc_status WHEN 'rejected' THEN 1 WHEN 'approved' THEN 0 ELSE ${otherwise} END`;

export class DropIdentityRefused20261123170003 implements MigrationInterface {
  name = 'DropIdentityRefused20261123170003';

  /**
   * Levels are those of the state alone since the version before, which neither reads nor writes the column: only its triggers
   * did. Servers of that version go on beside this one.
   */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER users_identity_set');
    await runner.query('DROP TRIGGER users_identity_changed');
    await runner.query('ALTER TABLE users DROP COLUMN identity_refused');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users ADD COLUMN identity_refused TINYINT(1) NOT NULL DEFAULT 0');
    await runner.query(`UPDATE users SET identity_refused = 1 WHERE kyc_status = 'rejected'`);
    await runner.query(
      `CREATE TRIGGER users_identity_set BEFORE INSERT ON users FOR EACH ROW ${followed('0')}`,
    );
    await runner.query(
      `CREATE TRIGGER users_identity_changed BEFORE UPDATE ON users FOR EACH ROW ${followed('OLD.identity_refused')}`,
    );
  }
}

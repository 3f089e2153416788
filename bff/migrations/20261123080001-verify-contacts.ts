import type { MigrationInterface, QueryRunner } from 'typeorm';

export class VerifyContacts20261123080001 implements MigrationInterface {
  name = 'VerifyContacts20261123080001';

  /** When a person proved that an address or number is theirs. The addresses of before were used to sign in and count as proved. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE users
        ADD COLUMN email_verified_at DATETIME(3) NULL,
        ADD COLUMN phone_verified_at DATETIME(3) NULL`);
    await runner.query('UPDATE users SET email_verified_at = created_at');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users DROP COLUMN email_verified_at, DROP COLUMN phone_verified_at');
  }
}

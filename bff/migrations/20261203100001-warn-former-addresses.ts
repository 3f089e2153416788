import type { MigrationInterface, QueryRunner } from 'typeorm';
import { options } from './tables/table-options';

/** An address that the customer changed themselves is proved at once. */
const unprovedReplacements = `
  SELECT u.id FROM users u WHERE u.email_verified_at IS NULL AND u.deleted_at IS NULL
    AND EXISTS (SELECT 1 FROM notifications n WHERE n.user_id = u.id AND n.text_key = 'email_changed')`;

/**
 * The replaced e-mail addresses that are still to be warned: a row goes with its mail; and whether staff set an address in the
 * place of another, to which nothing is mailed until it is proved.
 */
export class WarnFormerAddresses20261203100001 implements MigrationInterface {
  name = 'WarnFormerAddresses20261203100001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE IF NOT EXISTS former_addresses (
      id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
      user_id INT UNSIGNED NOT NULL,
      email VARCHAR(254) NOT NULL,
      new_email VARCHAR(254) NOT NULL,
      warn_at DATETIME(3) NOT NULL,
      tries TINYINT UNSIGNED NOT NULL DEFAULT 0,
      KEY former_addresses_user (user_id),
      KEY former_addresses_due (warn_at)
    ) ${options}`);
    if (!(await runner.hasColumn('users', 'email_replaced'))) {
      await runner.query('ALTER TABLE users ADD COLUMN email_replaced TINYINT(1) NOT NULL DEFAULT 0');
    }
    const replaced = (await runner.query(unprovedReplacements)) as { id: number }[];
    for (const { id } of replaced)
      await runner.query('UPDATE users SET email_replaced = 1 WHERE id = ?', [id]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS former_addresses');
    if (!(await runner.hasColumn('users', 'email_replaced'))) return;
    await runner.query('ALTER TABLE users DROP COLUMN email_replaced');
  }
}

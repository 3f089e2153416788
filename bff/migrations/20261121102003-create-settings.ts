import type { MigrationInterface, QueryRunner } from 'typeorm';

const table = 'ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci';

export class CreateSettings20261121102003 implements MigrationInterface {
  name = 'CreateSettings20261121102003';

  /** A person who never saved their profile or preferences has no row. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE profiles (
        user_id INT UNSIGNED NOT NULL PRIMARY KEY,
        address VARCHAR(200) NOT NULL,
        city VARCHAR(80) NOT NULL,
        postal_code VARCHAR(12) NOT NULL,
        country VARCHAR(60) NOT NULL,
        CONSTRAINT profiles_of_user FOREIGN KEY (user_id) REFERENCES users (id)
      ) ${table}`);
    await runner.query(`
      CREATE TABLE preferences (
        user_id INT UNSIGNED NOT NULL PRIMARY KEY,
        email_notifications TINYINT(1) NOT NULL,
        sms_notifications TINYINT(1) NOT NULL,
        push_notifications TINYINT(1) NOT NULL,
        transaction_alerts TINYINT(1) NOT NULL,
        security_alerts TINYINT(1) NOT NULL,
        marketing_emails TINYINT(1) NOT NULL,
        CONSTRAINT preferences_of_user FOREIGN KEY (user_id) REFERENCES users (id)
      ) ${table}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE preferences');
    await runner.query('DROP TABLE profiles');
  }
}

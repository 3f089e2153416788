import type { MigrationInterface, QueryRunner } from 'typeorm';

const table = 'ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci';

export class CreatePartners20261121202001 implements MigrationInterface {
  name = 'CreatePartners20261121202001';

  /** `theme` holds JSON. Days are Paris days; `signups` counts completed sign-ups. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE partners (
        id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        name VARCHAR(120) NOT NULL,
        status ENUM('active', 'inactive') NOT NULL DEFAULT 'active',
        theme TEXT NOT NULL,
        created_at DATETIME(3) NOT NULL,
        KEY partners_by_name (name, id)
      ) ${table}`);
    await runner.query(`
      CREATE TABLE partner_keys (
        id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        partner_id INT UNSIGNED NOT NULL,
        publishable_key VARCHAR(60) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        created_at DATETIME(3) NOT NULL,
        revoked_at DATETIME(3) NULL,
        UNIQUE KEY partner_keys_key (publishable_key),
        KEY partner_keys_partner (partner_id, id),
        CONSTRAINT partner_keys_of_partner FOREIGN KEY (partner_id) REFERENCES partners (id)
      ) ${table}`);
    await runner.query(`
      CREATE TABLE partner_origins (
        partner_id INT UNSIGNED NOT NULL,
        origin VARCHAR(200) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        PRIMARY KEY (partner_id, origin),
        CONSTRAINT partner_origins_of_partner FOREIGN KEY (partner_id) REFERENCES partners (id)
      ) ${table}`);
    await runner.query(`
      CREATE TABLE partner_days (
        partner_id INT UNSIGNED NOT NULL,
        day DATE NOT NULL,
        widget ENUM('chat', 'signup') NOT NULL,
        opens INT UNSIGNED NOT NULL DEFAULT 0,
        signups INT UNSIGNED NOT NULL DEFAULT 0,
        PRIMARY KEY (partner_id, day, widget),
        CONSTRAINT partner_days_of_partner FOREIGN KEY (partner_id) REFERENCES partners (id)
      ) ${table}`);
    await runner.query(`
      CREATE TABLE partner_applications (
        id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
        partner_id INT UNSIGNED NOT NULL,
        user_id INT UNSIGNED NOT NULL,
        created_at DATETIME(3) NOT NULL,
        UNIQUE KEY partner_applications_user (user_id),
        KEY partner_applications_partner (partner_id, created_at),
        CONSTRAINT partner_applications_of_partner FOREIGN KEY (partner_id) REFERENCES partners (id),
        CONSTRAINT partner_applications_of_user FOREIGN KEY (user_id) REFERENCES users (id)
      ) ${table}`);
    await runner.query(`
      CREATE TABLE continue_codes (
        code_hash BINARY(32) NOT NULL PRIMARY KEY,
        user_id INT UNSIGNED NOT NULL,
        expires_at DATETIME(3) NOT NULL,
        KEY continue_codes_user (user_id),
        KEY continue_codes_expiry (expires_at),
        CONSTRAINT continue_codes_of_user FOREIGN KEY (user_id) REFERENCES users (id)
      ) ${table}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    const tables = [
      'continue_codes',
      'partner_applications',
      'partner_days',
      'partner_origins',
      'partner_keys',
      'partners',
    ];
    for (const name of tables) await runner.query(`DROP TABLE ${name}`);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateUsers20261121091001 implements MigrationInterface {
  name = 'CreateUsers20261121091001';

  /** `email_key` and `username_key` are NULL for deleted users, whose e-mail and username are free again. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE users (
        id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        email VARCHAR(254) NOT NULL,
        username VARCHAR(40) NOT NULL,
        first_name VARCHAR(80) NOT NULL,
        last_name VARCHAR(80) NOT NULL,
        phone VARCHAR(30) NULL,
        password_hash VARCHAR(200) NOT NULL,
        role ENUM('user', 'admin') NOT NULL DEFAULT 'user',
        status ENUM('active', 'inactive') NOT NULL DEFAULT 'active',
        kyc_status ENUM('pending', 'approved', 'rejected') NOT NULL DEFAULT 'pending',
        kyc_submitted_at DATETIME(3) NULL,
        language ENUM('fr', 'en') NOT NULL DEFAULT 'fr',
        created_at DATETIME(3) NOT NULL,
        deleted_at DATETIME(3) NULL,
        email_key VARCHAR(254) AS (CASE WHEN deleted_at IS NULL THEN email END) STORED,
        username_key VARCHAR(40) AS (CASE WHEN deleted_at IS NULL THEN username END) STORED,
        UNIQUE KEY users_email (email_key),
        UNIQUE KEY users_username (username_key)
      ) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE users');
  }
}
